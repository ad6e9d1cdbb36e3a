/** The cells of the tables of `/choose/`, one by one. */
import type { SystemNotes } from '../../collections/systems.ts';
import { formatNumber, THIN } from '../../numbers/format.ts';
import type { ArmOutline } from '../../harness/plan/index.ts';
import type { AcceptMode } from '../../harness/record/index.ts';
import { type Newest, type PublishedRun, shortly } from '../../journal/newest.ts';
import { retiredCosts, ways } from '../../places/objects/list.ts';
import { type Recorded, weightOf } from '../../probes/recorded.ts';
import type { Amount, Column } from '../../report/choose.ts';
import { allSystems, versionsOf } from '../../systems/index.ts';
import { awakePerDay, costOfCalls } from '../costs.ts';
import type { Case } from './cases.ts';

type Maybe = Newest | undefined;

/** What the newest run says: a time, or the words in its place. */
export function amountIn(found: Newest): Amount {
  const { run } = found;
  if ('instead' in found) {
    return { text: found.instead, record: run.id, ...(found.noisy && { noisy: true as const }) };
  }
  const { msPerOperation, failure } = found.summary;
  const { low, high } = msPerOperation?.interval ?? {};
  return {
    value: msPerOperation?.estimate ?? NaN,
    ...(low !== undefined && high !== undefined && { low, high }),
    ...(failure && { text: shortly(failure) }),
    record: run.id,
  };
}

/** Round trip of the network that most was measured over, from which a farther one is modelled, in ms. */
export const FAR_MS = 25;

/**
 * A time over a network that nothing was measured over: what it takes over a nearer one, and the rest of the
 * way for each time that the client waits. How often was counted near; of calls at once, what 25 ms added says.
 */
export function modelled(near: Maybe, far: Maybe, roundTripMs: number): Amount | undefined {
  if (near === undefined || 'instead' in near || roundTripMs === 0) return undefined;
  const msOf = (found: Maybe): number | undefined =>
    found && 'summary' in found ? found.summary.msPerOperation?.estimate : undefined;
  const [nearMs = NaN, farMs] = [msOf(near), msOf(far)];
  const waits =
    near.summary.roundTripsPerOperation ?? Math.round(((farMs ?? NaN) - nearMs) / FAR_MS);
  if (!Number.isFinite(waits)) return undefined;
  const restMs = farMs === undefined ? roundTripMs : roundTripMs - FAR_MS;
  const record = (farMs === undefined ? near : (far ?? near)).run.id;
  return { value: (farMs ?? nearMs) + waits * restMs, mark: 'modelled', record };
}

/** Bytes and frames of a call, both ways. */
export function trafficOf(call: Maybe): Amount {
  if (call === undefined || 'instead' in call) return {};
  const { bytesPerOperation: bytes, framesPerOperation: frames } = call.summary;
  if (bytes === undefined || frames === undefined) return {};
  const count = (each: number): string => formatNumber(each, Number.isInteger(each) ? 0 : 1);
  const text = `${count(frames.out)} out, ${count(frames.in)} in`;
  return { value: bytes.out + bytes.in, text, record: call.run.id };
}

const traffic = { id: 'traffic', label: 'Bytes and frames a call', unit: 'B', decimals: 0 };
const weight = { id: 'weight', label: 'Client, compressed', unit: 'kB', decimals: 1 };
const cost = {
  id: 'cost',
  label: 'A million calls',
  unit: 'USD',
  decimals: 4,
  mark: 'modelled',
} as const;
const held = { id: 'held', label: 'How it is held', unit: '' };

/** The columns of a case: its times, and what of the rest means something there. */
export const columnsOf = ({ measures, also, billed, weighed }: Case, isAlso: boolean): Column[] => [
  ...measures,
  // No workload of its own study, so that no command names it.
  ...(also && isAlso ? also.measures.map(({ id, label, unit }) => ({ id, label, unit })) : []),
  ...(billed === 'bench' ? [traffic] : []),
  ...(weighed ? [weight] : []),
  ...(billed ? [cost] : []),
  ...(billed === 'bench' ? [held] : []),
];

const heldWords: Readonly<Record<AcceptMode, string>> = {
  hibernating: 'hibernates',
  'in-memory': 'stays awake',
  request: 'no socket',
};

/** An arm with what is known of it. */
interface Known {
  arm: string;
  system: string;
  /** The newest run that has it, and what it says of one call. */
  run: PublishedRun | undefined;
  call: Maybe;
  recorded: Pick<Recorded, 'results'>;
}

/** What is the same from every side and over every network: weight, cost, and how it is held. */
export function fixedOf(
  own: Case,
  { arm, system, run, call, recorded }: Known,
): Record<string, Amount> {
  const accept = run?.record.environment.accept[arm];
  const kilobytes = weightOf(recorded, system, arm.split('/')[1]);
  const frames = call && 'summary' in call ? call.summary.framesPerOperation : undefined;
  const between = ways.find((each) => each.arm === arm)?.cost ?? retiredCosts[arm];
  const usd =
    own.billed === 'objects'
      ? between && costOfCalls(between)
      : accept === 'request'
        ? costOfCalls({ requests: 1 })
        : frames && costOfCalls({ messages: frames.out });
  return {
    [weight.id]: kilobytes === undefined ? { text: 'not weighed' } : { value: kilobytes },
    [cost.id]: usd === undefined ? { text: 'not known' } : { value: usd },
    [held.id]: { text: accept === undefined ? 'not asked' : heldWords[accept] },
  };
}

/** What an object that stays awake costs, for whoever reads that it does. */
export const awakeText = `An object that stays awake is billed for it, ${formatNumber(awakePerDay(), 2)}${THIN}USD a day, as long as anybody is connected; one that hibernates is not.`;

/** Its main package as measured, and the newest one. */
export function versionsText(
  { system: measured }: ArmOutline,
  system: string,
  run: PublishedRun | undefined,
  newest: SystemNotes['newest'],
): string {
  const { versions = {}, outside = [] } = run?.record.environment ?? {};
  const brought = outside.find(({ id }) => `outside:${id}` === measured)?.versions;
  const installed = versionsOf(system);
  const needed = allSystems.find(({ id }) => id === system)?.needs;
  const had = { ...installed, ...versions, ...brought };
  const names = [needed ?? '', ...Object.keys(brought ?? {}), ...Object.keys(installed)];
  const name = names.find((each) => had[each] !== undefined);
  if (name === undefined) return '';
  const latest = newest?.versions[name];
  const state =
    latest === undefined ? '' : latest === had[name] ? ', the newest' : `, newest is ${latest}`;
  return `${name} ${had[name]}${state}`;
}
