import { version as birpc } from '../../../node_modules/birpc/package.json';
import { version as comlink } from '../../../node_modules/comlink/package.json';
import { version as vscodeJsonrpc } from '../../../node_modules/vscode-jsonrpc/package.json';
import type { SystemOutline } from '../../harness/plan/index.ts';

/** A system that no bench serves, with the versions of what it is built from. */
export interface PeerSystem extends SystemOutline {
  /** Empty where it is written by hand. */
  versions: Readonly<Record<string, string>>;
}

/** The systems that only studies of processes, and of windows and workers, have. */
export const peerSystems: readonly PeerSystem[] = [
  {
    id: 'post-message',
    label: 'Raw postMessage',
    spoken: 'raw postMessage',
    description:
      'Messages with ids, written by hand over the browser’s own postMessage. It is the baseline: the least that a call between windows and workers must cost.',
    homepage: 'https://developer.mozilla.org/en-US/docs/Web/API/Worker/postMessage',
    versions: {},
  },
  {
    id: 'comlink',
    label: 'Comlink',
    description:
      'A library for web workers and frames that makes what the other side exposes look like a local object: functions, classes and their instances.',
    homepage: 'https://github.com/GoogleChromeLabs/comlink',
    versions: { comlink },
  },
  {
    id: 'birpc',
    label: 'birpc',
    description:
      'Calls in both directions over any channel of messages, in half a kilobyte. Test runners and development tools use it between their processes and workers.',
    homepage: 'https://github.com/antfu-collective/birpc',
    versions: { birpc },
  },
  {
    id: 'json-lines',
    label: 'JSON lines by hand',
    spoken: 'hand-written JSON lines',
    description:
      'Calls with ids, written by hand: a line of JSON for each message between two processes. It is the baseline: the least that a call between processes must cost.',
    homepage: 'https://jsonlines.org',
    versions: {},
  },
  {
    id: 'vscode-jsonrpc',
    label: 'vscode-jsonrpc',
    description:
      'Microsoft’s JSON-RPC, by which Visual Studio Code and other editors speak to language servers: messages with a head that says how long they are.',
    homepage: 'https://github.com/microsoft/vscode-languageserver-node/tree/main/jsonrpc',
    versions: { 'vscode-jsonrpc': vscodeJsonrpc },
  },
  {
    id: 'node-ipc',
    label: 'process.send',
    description:
      'The channel that Node.js itself opens to a child process, with ids written by hand. Bun and Deno have it too.',
    homepage:
      'https://nodejs.org/api/child_process.html#subprocesssendmessage-sendhandle-options-callback',
    versions: {},
  },
];
