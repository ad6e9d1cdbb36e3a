/** What each way of calling from one object to another can do: the questions, their code, and their recorded answers. */
import { type WayId, wayIds } from '../../bench-workers/between/probes/kit.ts';
import { betweenGroups } from '../probes/between/groups.ts';
import { betweenFileOf } from '../probes/between/probe.ts';
import { readRecorded, RECORDED } from '../probes/recorded.ts';
import { betweenText } from '../report/capabilities.ts';
import { readProbeCode, recordedText, showProbes } from './capabilities.ts';
import { readCode } from './code.ts';

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
export function betweenCapabilities() {
  const recorded = readRecorded(readCode(RECORDED));
  const shownOf = showProbes(wayIds, recorded);
  const groups = betweenGroups.map((group) => {
    const file = betweenFileOf(group);
    const code = readProbeCode(file, readCode(file));
    return {
      ...{ id: group.id, label: group.label, file, shared: code.shared },
      probes: group.probes.map((probe) => ({
        ...shownOf(probe, code),
        documented: probe.documented,
      })),
    };
  });
  const ways = wayIds.map((id) => ({
    ...{ id, ...described[id] },
    whose: undefined,
    file: `bench-workers/between/probes/ways/${id}.ts`,
    packages: Object.entries(recorded.versions[id] ?? {}),
  }));
  const probes = groups.flatMap((group) => group.probes);
  const differ = probes.filter(({ cells }) => new Set(cells.map(({ result }) => result)).size > 1);
  return {
    groups,
    ways,
    finding: betweenText(probes.length, ways.length, differ.length),
    recorded: recordedText(recorded, ways),
  };
}
