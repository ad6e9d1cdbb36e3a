/** What each of several parts adds to a call, alone and together: numbers, and what they say in sentences. */
import { formatCount, formatMs, formatNumber, msDecimals } from '../figures/format.ts';
import type { Load } from '../harness/record/index.ts';
import {
  type Cell,
  DECISION_ALPHA,
  type Estimate,
  type Interval,
  meanOfSessions,
  pairedDifferences,
  pairedLogRatios,
  type Ratio,
  ratioOf,
} from '../harness/statistics/index.ts';
import { capital } from './words.ts';

/** Parts that a study adds to its reference, each an arm, and the arm that has them all. */
export interface Parts {
  parts: ReadonlyArray<{ arm: string; name: string; alone: string }>;
  together: string;
}

/** What an arm adds to a call of the reference. */
export interface Addition {
  arm: string;
  /** How a sentence calls the part: `storage`. */
  name: string;
  /** How a row calls it: `Stored and read back`. */
  alone: string;
  /** In ms per call, with its 95 % interval across sessions. */
  added: Estimate;
  /** Its interval for as many parts as are judged together. */
  basis: Interval | undefined;
  /** The arm’s time ÷ the reference’s. */
  ratio: Ratio | undefined;
}

/** The parts of one workload. */
export interface Additions {
  workload: string;
  parts: Addition[];
  together: Addition;
  /** The single additions summed within each session, in ms per call. */
  sum: Estimate;
  /** What all together add beyond that sum, within each session, in ms per call. */
  beyond: Estimate;
}

/**
 * What the parts add under a workload. Sums and differences are formed within a session, from the
 * same rounds’ reference, before any interval: so what a session does to all arms is in none.
 *
 * @param cells of the workload
 * @returns undefined where the reference or an arm of the parts did not count in one session together
 */
export function additionsOf(
  { parts, together }: Parts,
  reference: string,
  cells: readonly Cell[],
): Additions | undefined {
  const find = (arm: string) => cells.find((cell) => cell.arm === arm);
  const to = find(reference);
  if (to === undefined) return undefined;
  const calls = callsOf(to.load);
  const bySession = (arm: string): Map<number, number> => {
    const cell = find(arm);
    const differences = cell === undefined ? [] : pairedDifferences(cell, to);
    return new Map([...differences].map(([session, ms]) => [session, ms / calls]));
  };
  const all = [...parts.map(({ arm }) => bySession(arm)), bySession(together)];
  const sessions = [...(all[0]?.keys() ?? [])].filter((at) => all.every((each) => each.has(at)));
  if (sessions.length === 0) return undefined;
  const estimate = (values: readonly number[], alpha?: number) =>
    meanOfSessions(values, alpha) as Estimate;
  const addition = (part: Parts['parts'][number], values: Map<number, number>): Addition => {
    const own = sessions.map((at) => values.get(at) as number);
    const cell = find(part.arm) as Cell;
    return {
      ...part,
      added: estimate(own),
      basis: estimate(own, DECISION_ALPHA / parts.length).interval,
      ratio: ratioOf(pairedLogRatios(cell, to)),
    };
  };
  const ofAll = all.at(-1) as Map<number, number>;
  const sums = sessions.map((at) =>
    all.slice(0, -1).reduce((sum, each) => sum + (each.get(at) as number), 0),
  );
  return {
    workload: to.workload,
    parts: parts.map((part, index) => addition(part, all[index] as Map<number, number>)),
    together: addition({ arm: together, name: 'all of them', alone: 'All together' }, ofAll),
    sum: estimate(sums),
    beyond: estimate(sessions.map((at, index) => (ofAll.get(at) as number) - (sums[index] ?? 0))),
  };
}

function callsOf({ callsPerOperation = 1 }: Load): number {
  return callsPerOperation;
}

/**
 * Which part it was, and whether the parts add up, in sentences that rest on intervals alone: about the
 * first workload, and how many others agree.
 *
 * @param where beginning of the first sentence: `On workerd`
 * @param label name of the first workload: `50 calls at once`
 */
export function suspectSentences(
  where: string,
  label: string,
  [main, ...others]: readonly [Additions, ...Additions[]],
): string[] {
  const culprit = culpritOf(main);
  return [
    `${where}, with ${label}, ${culpritText(main)}.`,
    `${capital(sumText(main))}.`,
    ...(culprit === undefined || others.length === 0 ? [] : [othersText(culprit, others)]),
  ];
}

function othersText({ arm, name }: Addition, others: readonly Additions[]): string {
  const same = others.filter((each) => culpritOf(each)?.arm === arm).length;
  const all = others.length;
  const most =
    all === 1
      ? 'the other workload'
      : `${formatCount(same)} of ${formatCount(all)} other workloads`;
  if (same === 0) return `${capital(name)} stands out in no other workload.`;
  return `${capital(name)} stands out in ${most} as well.`;
}

/** The part whose interval lies above those of all others and above nought; undefined where none does. */
function culpritOf({ parts }: Additions): Addition | undefined {
  const [first, ...rest] = parts.toSorted(
    (one, other) => (other.basis?.low ?? -Infinity) - (one.basis?.low ?? -Infinity),
  );
  const low = first?.basis?.low ?? -Infinity;
  const above = low > 0 && rest.every(({ basis }) => basis !== undefined && basis.high < low);
  return above ? first : undefined;
}

function culpritText(additions: Additions): string {
  const { parts } = additions;
  const culprit = culpritOf(additions);
  if (culprit !== undefined) {
    return `it is ${culprit.name}: alone it adds most, ${msText(culprit.added)} a call`;
  }
  if (parts.some(({ basis }) => basis === undefined)) {
    return 'too few sessions tell which part costs time';
  }
  const adding = parts.filter(({ basis }) => (basis?.low ?? 0) > 0);
  if (adding.length === 0) return 'no part alone is shown to add time';
  const names = new Intl.ListFormat('en').format(adding.map(({ name }) => name));
  return `no part stands out; shown to add time: ${names}`;
}

function sumText({ sum, together, beyond }: Additions): string {
  const [single, all] = [sum, together.added].map(({ estimate }) =>
    msText({ estimate, interval: undefined }),
  );
  const added = `the single parts come to ${single} a call, all together to ${all}`;
  const { interval, estimate } = beyond;
  if (interval === undefined) return `${added}; too few sessions tell whether they add up`;
  const more = interval.low > 0;
  if (!more && interval.high >= 0) return `${added}: the difference may be noise`;
  const { low, high } = interval;
  const size = more ? interval : { ...interval, low: -high, high: -low };
  const difference = msText({ estimate: Math.abs(estimate), interval: size });
  return `${added}: ${difference} ${more ? 'more' : 'less'}`;
}

/** `0.120 ms (0.100–0.140)`, `0.010 ms (−0.020 to 0.040)` */
export function msText({ estimate, interval }: Estimate): string {
  const ends = interval && intervalText(interval, estimate);
  return `${formatMs(estimate)}${ends === undefined ? '' : ` (${ends})`}`;
}

/** Both ends with as many decimals as the estimate has; undefined without them. */
export function intervalText(
  { low, high }: { low?: number | undefined; high?: number | undefined },
  estimate: number,
): string | undefined {
  if (low === undefined || high === undefined) return undefined;
  const [from, to] = [low, high].map((end) => formatNumber(end, msDecimals(estimate)));
  return `${from}${low < 0 ? ' to ' : '–'}${to}`;
}

/** The parts that the source suspects of being slow, each added to a call of the reference by itself. */
export const suspects = {
  parts: [
    { arm: 'workers-rpc/boundary', name: 'blockConcurrencyWhile', alone: 'blockConcurrencyWhile' },
    { arm: 'workers-rpc/stored', name: 'storage', alone: 'Stored and read back' },
    { arm: 'workers-rpc/queued', name: 'the work queue', alone: 'Work queue' },
    { arm: 'workers-rpc/continued', name: 'the continuation', alone: 'Serialized continuation' },
  ],
  /** The arm that has all of them. */
  together: 'workers-rpc/all-four',
} as const;
