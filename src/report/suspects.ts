/** What each of several parts adds to a call, alone and together. */
import { formatMs, formatNumber, msDecimals } from '../numbers/format.ts';
import type { Load } from '../harness/record/index.ts';
import {
  type Cell,
  type Estimate,
  meanOfSessions,
  pairedDifferences,
  pairedLogRatios,
  type Ratio,
  ratioOf,
} from '../harness/statistics/index.ts';

/** Parts that a study adds to its reference, each an arm, and the arm that has them all. */
export interface Parts {
  parts: ReadonlyArray<{ arm: string; alone: string }>;
  together: string;
}

/** What an arm adds to a call of the reference. */
export interface Addition {
  arm: string;
  /** How a row calls it: `Stored and read back`. */
  alone: string;
  /** In ms per call, with its 95 % interval across sessions. */
  added: Estimate;
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
  const estimate = (values: readonly number[]) => meanOfSessions(values) as Estimate;
  const addition = (part: Parts['parts'][number], values: Map<number, number>): Addition => {
    const own = sessions.map((at) => values.get(at) as number);
    const cell = find(part.arm) as Cell;
    return {
      ...part,
      added: estimate(own),
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
    together: addition({ arm: together, alone: 'All together' }, ofAll),
    sum: estimate(sums),
    beyond: estimate(sessions.map((at, index) => (ofAll.get(at) as number) - (sums[index] ?? 0))),
  };
}

function callsOf({ callsPerOperation = 1 }: Load): number {
  return callsPerOperation;
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
    { arm: 'workers-rpc/boundary', alone: 'blockConcurrencyWhile' },
    { arm: 'workers-rpc/stored', alone: 'Stored and read back' },
    { arm: 'workers-rpc/queued', alone: 'Work queue' },
    { arm: 'workers-rpc/continued', alone: 'Serialized continuation' },
  ],
  /** The arm that has all of them. */
  together: 'workers-rpc/all-four',
} as const;
