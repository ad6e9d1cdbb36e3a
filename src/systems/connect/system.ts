import { version as protobuf } from '../../../node_modules/@bufbuild/protobuf/package.json';
import { version } from '../../../node_modules/@connectrpc/connect-node/package.json';
import type { Contestant } from '../../places/contestant.ts';

export const connect: Contestant = {
  id: 'connect',
  label: 'Connect for Node',
  spoken: 'Connect',
  description:
    'Connect-ES: servers and clients in TypeScript that speak gRPC, gRPC-Web and a protocol of its own over plain HTTP, which browsers can call too. Here its servers answer gRPC.',
  homepage: 'https://connectrpc.com',
  versions: { '@connectrpc/connect-node': version, '@bufbuild/protobuf': protobuf },
  grpc: {
    label: 'Node (Connect)',
    protocol: 'grpc',
    runsIn: 'node',
  },
};
