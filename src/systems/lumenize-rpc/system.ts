import { version } from '#lumenize-rpc/version';
import { downstream, http } from '../lumenize/system.ts';
import { hibernating, type System } from '../system.ts';
import type { Contestant } from '../../places/contestant.ts';

const outline: Contestant = {
  id: 'lumenize-rpc',
  label: 'Lumenize RPC',
  spoken: 'Lumenize RPC',
  description:
    'The npm package @lumenize/rpc: calls to a Durable Object with every type of structured clone, errors with their stack, and chains of calls in one message.',
  homepage: 'https://lumenize.com/docs/rpc/',
  measuredAs: 'outside:lumenize-rpc',
  needs: '@lumenize/rpc',
  probed: hibernating.name,
};

const served = (installed: string): System => ({
  ...outline,
  versions: { '@lumenize/rpc': installed },
  addressSuffix: '/call',
  arms: [hibernating, downstream('Lumenize RPC', 'the published Lumenize library'), http],
  lacks: [
    'NaN and infinities in typed arrays.',
    'Mapping: a call for each item of a list that is still to come.',
  ],
  cannot: { 'called-back': 'Of a function that is an argument, the name alone arrives.' },
});

/** The published library: served where it is installed, otherwise known by what records say of it. */
export const lumenizeRpc: Contestant = version === undefined ? outline : served(version);
