import { version as vscodeJsonrpc } from '../../node_modules/vscode-jsonrpc/package.json';
import type { SystemOutline } from '../harness/plan/index.ts';

/** A system that no bench serves, with the versions of what it is built from. */
export interface PeerSystem extends SystemOutline {
  /** Empty where it is written by hand. */
  versions: Readonly<Record<string, string>>;
}

/** The systems that only studies of processes, and of windows and workers, have. */
export const peerSystems: readonly PeerSystem[] = [
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
