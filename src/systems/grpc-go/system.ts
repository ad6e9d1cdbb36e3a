import type { Contestant } from '../../places/contestant.ts';

/** The version that bench-servers/grpc-go/go.mod has; a test holds the two together. */
const GRPC_GO = '1.85.0';

export const grpcGo: Contestant = {
  id: 'grpc-go',
  label: 'grpc-go',
  description: 'The Go implementation of gRPC: calls over HTTP/2 with Protocol Buffers.',
  homepage: 'https://github.com/grpc/grpc-go',
  versions: { 'grpc-go': GRPC_GO },
  mark: 'diamond',
  colors: ['#007d79', '#4cc9c0'],
  grpc: {
    label: 'Go (grpc-go)',
    spoken: 'grpc-go',
    protocol: 'grpc',
    runsIn: 'go',
    also: ['one-connection', 'nagle', 'nodelay', 'unpinned'],
  },
};
