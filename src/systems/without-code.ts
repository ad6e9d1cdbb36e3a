/** Systems that have nothing of their own here: baselines and designs that a place has itself, and those that are only quoted. */
import type { Contestant } from '../places/contestant.ts';

export const lumenizeCall: Contestant = {
  id: 'lumenize-call',
  label: '@lumenize/call',
  description:
    'Calls from one Durable Object to another that do not wait: each names a continuation, which runs when the answer arrives. Calls are stored and pass through a queue.',
  homepage: 'https://lumenize.com',
  measuredAs: 'outside:lumenize-call-original',
  mark: 'hexagon',
  colors: ['#a0646e', '#fa4632'],
};

export const noCall: Contestant = {
  id: 'no-call',
  label: 'No call',
  description:
    'A function of the first object, called in the place of the other. It is the baseline: the least that any call must cost.',
  homepage: 'https://developers.cloudflare.com/durable-objects/',
  mark: 'down',
  colors: ['#825050', '#fac800'],
};

export const reconstruction: Contestant = {
  id: 'reconstruction',
  label: 'The described design, rebuilt',
  description:
    'The design that the journal describes, rebuilt by this site from the description: stored calls, a queue, a boundary around each call, results sent back as calls.',
  homepage:
    'https://github.com/lumenize/lumenize/blob/829076066a734516ecbdc4cdf535d54939618cf1/experiments/call-delay/EXPERIMENT_RESULTS.md',
  mark: 'left',
  colors: ['#8f9194', '#a6a8ab'],
};

export const grpcLisp: Contestant = {
  id: 'grpc-lisp',
  label: 'clgrpc',
  description: 'An implementation of gRPC in Common Lisp, with HTTP/2 of its own.',
  homepage: 'https://github.com/vydd/clgrpc',
  measuredAs: 'outside:clgrpc',
  mark: 'circle',
  colors: ['#8646c4', '#c595f5'],
};
