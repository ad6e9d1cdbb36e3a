import { lumenizeRpcVersion as version } from '#lumenize-rpc/version';
import { downstream } from '../lumenize/system.ts';
import { hibernating, type System, type SystemArm } from '../system.ts';

/** The arm over which questions ask by HTTP. */
export const http: SystemArm = {
  name: 'http',
  label: 'HTTP',
  accept: 'request',
  only: 'questions',
};

/** The npm package. If it is not installed, it has no versions and a bench leaves it out. */
export const lumenizeRpc: System = {
  id: 'lumenize-rpc',
  label: 'Lumenize RPC',
  spoken: 'Lumenize RPC',
  description:
    'The npm package @lumenize/rpc: calls to a Durable Object with every type of structured clone, errors with their stack, and chains of calls in one message.',
  homepage: 'https://lumenize.com/docs/rpc/',
  measuredAs: 'outside:lumenize-rpc',
  needs: '@lumenize/rpc',
  probed: hibernating.name,
  versions: version !== undefined ? { '@lumenize/rpc': version } : undefined,
  addressSuffix: '/call',
  arms: [hibernating, downstream('Lumenize RPC', 'the published Lumenize library'), http],
  cannot: { 'called-back': 'Only the name of a function arrives if it is an argument.' },
};
