import type { Contestant } from '../../places/contestant.ts';

export const workersRpc: Contestant = {
  id: 'workers-rpc',
  label: 'Workers RPC',
  description:
    'The remote calls built into Cloudflare Workers, between Workers and to Durable Objects.',
  homepage: 'https://developers.cloudflare.com/workers/runtime-apis/rpc/',
  mark: 'star',
  colors: ['#0000c8', '#288cbe'],
};
