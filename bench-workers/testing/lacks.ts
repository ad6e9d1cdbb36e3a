/** What systems may say they lack, and what tells whether it is so. */
import { isDeepStrictEqual } from 'node:util';
import type { RecordedResult } from '../../src/questions/recorded.ts';
import { systems } from '../../src/systems/index.ts';

/** The values that not every system carries; all but the numbers are what the structured workload asks for. */
export const values: Readonly<Record<string, () => unknown>> = {
  'Map and Set.': () => [new Map([['a', 1]]), new Set(['b'])],
  'Dates.': () => new Date(1_234_567),
  'BigInt.': () => 2n ** 70n,
  'Typed arrays besides Uint8Array.': () => new Float64Array([0.5, -1e300]),
  'NaN and infinities.': () => [NaN, -Infinity],
  'NaN and infinities in typed arrays.': () => new Float64Array([NaN, -Infinity]),
  'Uint8Array.': () => new Uint8Array([1, 255]),
  'Cycles.': () => {
    const ring: Record<string, unknown> = { name: 'ring' };
    return Object.assign(ring, { self: ring });
  },
};

/** All that the structured workload asks for, in one object. */
export function structuredValue(): Record<string, unknown> {
  const structured = Object.entries(values).filter(([sentence]) => !sentence.startsWith('NaN'));
  return Object.fromEntries(structured.map(([sentence, make]) => [sentence, make()]));
}

/** Equal in type and content. Bytes may be Node’s own kind of Uint8Array, a Buffer. */
export const isSame = (copy: unknown, original: unknown): boolean =>
  isDeepStrictEqual(copy, original, { skipPrototype: true });

/** The capability probes whose recorded results, all of them, say whether a system has something. */
interface Evidence {
  probes: readonly string[];
  /** What asks the same of an arm that sends requests, where the probed arm has a socket. */
  ofRequests?: string;
  /** Whether a result says so; unless given, where it did not fail. */
  says?: (result: RecordedResult) => boolean;
}

export const recorded: Readonly<Record<string, Evidence>> = {
  'Map and Set.': { probes: ['values-map', 'values-set'] },
  'Dates.': { probes: ['values-date'] },
  'BigInt.': { probes: ['values-bigint'] },
  'NaN and infinities.': { probes: ['values-numbers'] },
  'Uint8Array.': { probes: ['values-bytes'] },
  'Cycles.': { probes: ['values-cycle'] },
  // Which class it is of is asked too; its name is what comes before its message.
  'Errors with their name.': {
    probes: ['errors-class'],
    says: ({ detail }) => detail.startsWith('TypeError: '),
  },
  'Errors with their stack.': { probes: ['errors-stack'] },
  'Errors with their cause.': { probes: ['errors-cause'] },
  'Errors with their own fields.': { probes: ['errors-fields'] },
  'Pipelining: calls on a result that is still to come.': {
    probes: ['pipelining-chain'],
    ofRequests: 'transports-http-chain',
  },
  'Calls as arguments of calls.': { probes: ['pipelining-argument'] },
  'Mapping: a call for each item of a list that is still to come.': { probes: ['pipelining-map'] },
  'Batching: one message for all calls of a tick.': {
    probes: ['batching-frames'],
    ofRequests: 'transports-http-batch',
    // Partly, where requests are batched and its socket sends a message for each call.
    says: ({ result, detail }) =>
      result === 'pass' || (result === 'partly' && !detail.startsWith('over HTTP')),
  },
  // Nothing asks that: what overtakes what is decided by the network.
  'Order among many calls of a tick: a batch holds ten, and batches may overtake each other.': {
    probes: [],
  },
  // They are classes of one package, which its codec’s own test asks about.
  'RequestSync and ResponseSync: the published codec’s copies of requests and answers of HTTP.': {
    probes: [],
  },
  'Sockets that hibernate.': { probes: ['hibernation-accepts'] },
  'An end for calls under way when the connection is lost: this bench rejects them itself.': {
    probes: ['loss-pending'],
  },
};

/** What an arm lacks: what its system does, and what stands behind the label of the arm. */
export function lacksOf(id: string): string[] {
  const [systemId, name] = id.split('/');
  const system = systems.find((each) => each.id === systemId);
  const label = system?.arms.find((each) => each.name === name)?.label;
  if (system === undefined || label === undefined) throw new Error(`no arm ${id}`);
  const others = system.arms.map((arm) => `${arm.label}: `).filter((each) => each !== `${label}: `);
  return system.lacks
    .filter((line) => !others.some((each) => line.startsWith(each)))
    .map((line) => line.replace(`${label}: `, ''));
}
