/** Systems that no bench serves: their calls are between processes, in a page, or of gRPC. */
import { version as protobuf } from '../../../node_modules/@bufbuild/protobuf/package.json';
import { version as connectVersion } from '../../../node_modules/@connectrpc/connect-node/package.json';
import { version as grpcVersion } from '../../../node_modules/@grpc/grpc-js/package.json';
import { version as birpcVersion } from '../../../node_modules/birpc/package.json';
import { version as comlinkVersion } from '../../../node_modules/comlink/package.json';
import { type SystemData, notHandedOver } from '../../wire/system-data.ts';
import { processArm, runtimes } from '../../wire/processes/names.ts';

export const postMessage: SystemData = {
  id: 'post-message',
  label: 'Plain postMessage',
  spoken: 'plain postMessage',
  description:
    'Hand-written messages with ids over the browser’s own postMessage, without a library. Libraries are compared with it.',
  homepage: 'https://developer.mozilla.org/en-US/docs/Web/API/Worker/postMessage',
  versions: {},
  window: {},
};

export const comlink: SystemData = {
  id: 'comlink',
  label: 'Comlink',
  description:
    'A library for web workers and frames that makes what the other side exposes look like a local object: functions, classes and their instances.',
  homepage: 'https://github.com/GoogleChromeLabs/comlink',
  versions: { comlink: comlinkVersion },
  window: {},
};

export const birpc: SystemData = {
  id: 'birpc',
  label: 'birpc',
  description:
    'Calls in both directions over any channel of messages, in half a kilobyte. Test runners and development tools use it between their processes and workers.',
  homepage: 'https://github.com/antfu-collective/birpc',
  versions: { birpc: birpcVersion },
  window: {
    cannot: notHandedOver(
      'It gives its user, who posts its messages, no list of what to hand over.',
    ),
  },
};

export const jsonLines: SystemData = {
  id: 'json-lines',
  label: 'Plain JSON lines',
  spoken: 'hand-written JSON lines',
  description:
    'Hand-written JSON with ids: a line for each message between two processes, without a library. Libraries are compared with it.',
  homepage: 'https://jsonlines.org',
  versions: {},
  processes: () =>
    runtimes.map((runtime) =>
      processArm('Plain JSON lines', {
        system: 'json-lines',
        client: runtime,
        server: runtime,
        transport: 'stdio',
      }),
    ),
};

export const grpcJs: SystemData = {
  id: 'grpc-js',
  label: 'grpc-js',
  description: 'The implementation of gRPC for Node.js in pure JavaScript, over Node’s own HTTP/2.',
  homepage: 'https://github.com/grpc/grpc-node/tree/master/packages/grpc-js',
  versions: { '@grpc/grpc-js': grpcVersion },
  grpc: { label: 'Node (grpc-js)', protocol: 'grpc', runsIn: 'node' },
};

export const connect: SystemData = {
  id: 'connect',
  label: 'Connect for Node',
  spoken: 'Connect',
  description:
    'Connect-ES: servers and clients in TypeScript that speak gRPC, gRPC-Web and a protocol of its own over plain HTTP, which browsers can call too. Here its servers answer gRPC.',
  homepage: 'https://connectrpc.com',
  versions: { '@connectrpc/connect-node': connectVersion, '@bufbuild/protobuf': protobuf },
  grpc: { label: 'Node (Connect)', protocol: 'grpc', runsIn: 'node' },
};
