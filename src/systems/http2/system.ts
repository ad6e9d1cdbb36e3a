import type { Contestant } from '../../places/contestant.ts';

export const http2: Contestant = {
  id: 'http2',
  label: 'HTTP/2 without gRPC',
  spoken: 'HTTP/2 without gRPC',
  description:
    'The messages of the same calls over bare HTTP/2 streams, by the HTTP of Go’s own library, with nothing parsed. grpc-go brings an HTTP/2 of its own, so it may well be faster.',
  homepage: 'https://www.rfc-editor.org/rfc/rfc9113',
  versions: {},
  mark: 'down',
  colors: ['#0a0b0d', '#646567'],
  grpc: { label: 'HTTP/2 without gRPC, Go', name: 'go', protocol: 'http2', runsIn: 'go' },
};
