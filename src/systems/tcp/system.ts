import type { Contestant } from '../../places/contestant.ts';

export const tcp: Contestant = {
  id: 'tcp',
  label: 'TCP without gRPC',
  spoken: 'TCP without gRPC',
  description:
    'The messages of the same calls over a bare TCP connection. It is the baseline: the least that such a call must cost.',
  homepage: 'https://www.rfc-editor.org/rfc/rfc9293',
  versions: {},
  mark: 'square',
  colors: ['#be4600', '#faaf32'],
  grpc: { label: 'TCP without gRPC, Go', name: 'go', protocol: 'tcp', runsIn: 'go' },
};
