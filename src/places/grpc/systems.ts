import { version as protobuf } from '../../../node_modules/@bufbuild/protobuf/package.json';
import { version as connect } from '../../../node_modules/@connectrpc/connect-node/package.json';
import { version as grpcJs } from '../../../node_modules/@grpc/grpc-js/package.json';
import type { PeerSystem } from '../peers/systems.ts';

/** The version that bench-servers/grpc-go/go.mod has; a test holds the two together. */
const GRPC_GO = '1.85.0';

/** The systems of the gRPC study: servers of RouteGuide, and the same bytes without gRPC. */
export const grpcSystems: readonly PeerSystem[] = [
  {
    id: 'grpc-go',
    label: 'grpc-go',
    description: 'The Go implementation of gRPC: calls over HTTP/2 with Protocol Buffers.',
    homepage: 'https://github.com/grpc/grpc-go',
    versions: { 'grpc-go': GRPC_GO },
  },
  {
    id: 'grpc-js',
    label: 'grpc-js',
    description:
      'The implementation of gRPC for Node.js, written in JavaScript alone over Node’s own HTTP/2.',
    homepage: 'https://github.com/grpc/grpc-node/tree/master/packages/grpc-js',
    versions: { '@grpc/grpc-js': grpcJs },
  },
  {
    id: 'connect',
    label: 'Connect for Node',
    spoken: 'Connect',
    description:
      'Connect-ES: servers and clients in TypeScript that speak gRPC, gRPC-Web and a protocol of its own over plain HTTP, which browsers can call too. Here its servers answer gRPC.',
    homepage: 'https://connectrpc.com',
    versions: { '@connectrpc/connect-node': connect, '@bufbuild/protobuf': protobuf },
  },
  {
    id: 'http2',
    label: 'HTTP/2 without gRPC',
    spoken: 'HTTP/2 without gRPC',
    description:
      'The messages of the same calls over bare HTTP/2 streams, by the HTTP of Go’s own library, with nothing parsed. grpc-go brings an HTTP/2 of its own, so it may well be faster.',
    homepage: 'https://www.rfc-editor.org/rfc/rfc9113',
    versions: {},
  },
  {
    id: 'tcp',
    label: 'TCP without gRPC',
    spoken: 'TCP without gRPC',
    description:
      'The messages of the same calls over a bare TCP connection. It is the baseline: the least that such a call must cost.',
    homepage: 'https://www.rfc-editor.org/rfc/rfc9293',
    versions: {},
  },
];
