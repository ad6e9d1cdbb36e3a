/** What each way of calling from one object to another can do: the questions, their code, and their recorded answers. */
import { type WayId, wayIds } from '../../bench-workers/between/probes/kit.ts';
import { betweenGroups } from '../probes/between/groups.ts';
import { betweenFileOf } from '../probes/between/probe.ts';
import { betweenText } from '../report/capabilities.ts';
import { askedOf } from './asked.ts';

/** How readers meet each way. */
const described: Readonly<Record<WayId, { name: string; does: string }>> = {
  'workers-rpc': { name: 'Workers RPC', does: 'methods of the other object’s stub' },
  'fetch-json': { name: 'stub.fetch', does: 'a request for each call, with JSON both ways' },
  'raw-websocket': {
    name: 'WebSocket',
    does: 'one JSON message each way, written by hand, over a socket that may hibernate',
  },
  capnweb: { name: 'Cap’n Web', does: 'a session over a socket that stays in memory' },
  lumenize: {
    name: 'Lumenize’s protocol',
    does: 'this site’s implementation, over a socket that may hibernate',
  },
};

/** @throws Error naming the question and the way that have no recorded answer */
export const betweenCapabilities = () =>
  askedOf({
    page: '/capabilities/between/',
    ids: wayIds,
    groups: betweenGroups,
    fileOf: betweenFileOf,
    described,
    openedIn: (id) => `bench-workers/between/probes/ways/${id}.ts`,
    finding: betweenText,
  });
