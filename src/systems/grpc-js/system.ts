import { version } from '../../../node_modules/@grpc/grpc-js/package.json';
import type { Contestant } from '../../places/contestant.ts';

export const grpcJs: Contestant = {
  id: 'grpc-js',
  label: 'grpc-js',
  description:
    'The implementation of gRPC for Node.js, written in JavaScript alone over Node’s own HTTP/2.',
  homepage: 'https://github.com/grpc/grpc-node/tree/master/packages/grpc-js',
  versions: { '@grpc/grpc-js': version },
  grpc: {
    label: 'Node (grpc-js)',
    protocol: 'grpc',
    runsIn: 'node',
  },
};
