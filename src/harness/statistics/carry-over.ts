/** Whether a turn depends on which arm had its turn before: garbage, full buffers, a busy object. */
import { errorFunction, median } from 'simple-statistics';
import type { Session, Turn } from '../record/index.ts';
import { msPerOperation } from './cells.ts';

/** Fewest turns after one arm from which something is read. */
const FEWEST_AFTER = 8;
/** Chance of finding any in a record that has none. */
const ALPHA = 0.001;
/** Smallest difference worth a notice, as a fraction of a turn’s time. */
const SMALLEST = 0.02;

/** An arm whose turns take longer after one arm than after another. */
interface CarryOver {
  workload: string;
  arm: string;
  /** The arms after which its turns are longest and shortest. */
  longestAfter: string;
  shortestAfter: string;
  /** How many times as long, by the medians. */
  ratio: number;
}

/**
 * Looks for arms whose turns depend on the turn before, by Kruskal and Wallis’ test (Journal of the
 * American Statistical Association 47(260), 1952) on log times less their session’s median, corrected
 * for the number of arms and workloads (Bonferroni). The order of turns is shuffled, so that without
 * carry-over all predecessors are alike.
 */
export function carryOver(sessions: readonly Session[]): CarryOver[] {
  const after = new Map<string, Map<string, number[]>>();
  for (const { workload, turns } of sessions) {
    const centres = new Map(
      [...Map.groupBy(turns, ({ arm }) => arm)].map(([arm, own]) => [
        arm,
        median(own.map(logTime)),
      ]),
    );
    for (const [index, turn] of turns.entries()) {
      const before = turns[index - 1];
      const time = logTime(turn);
      if (before === undefined || turn.void !== undefined || !Number.isFinite(time)) continue;
      // Right after its own turn an arm finds its code and its connection warm, which disturbs nobody.
      if (before.arm === turn.arm) continue;
      const key = JSON.stringify([workload, turn.arm]);
      const groups = after.get(key) ?? new Map<string, number[]>();
      after.set(key, groups);
      const group = groups.get(before.arm) ?? [];
      groups.set(before.arm, group);
      group.push(time - (centres.get(turn.arm) ?? 0));
    }
  }
  return [...after].flatMap(([key, all]) => {
    const groups = [...all].filter(([, values]) => values.length >= FEWEST_AFTER);
    if (groups.length < 2 || probabilityAlike(groups.map(([, v]) => v)) > ALPHA / after.size)
      return [];
    const [workload = '', arm = ''] = JSON.parse(key) as string[];
    const sorted = groups
      .map(([before, values]) => ({ before, centre: median(values) }))
      .toSorted((one, other) => one.centre - other.centre);
    const [shortest, longest] = [sorted[0], sorted.at(-1)];
    if (shortest === undefined || longest === undefined) return [];
    const ratio = Math.exp(longest.centre - shortest.centre);
    if (ratio < 1 + SMALLEST) return [];
    return [{ workload, arm, longestAfter: longest.before, shortestAfter: shortest.before, ratio }];
  });
}

function logTime(turn: Turn): number {
  return Math.log(turn.samplesUs.length === 0 ? 0 : msPerOperation(turn));
}

/**
 * Probability that groups drawn from one distribution differ as much. The distribution of the
 * statistic is χ², whose tail is found through Wilson and Hilferty’s cube root (Proceedings of the
 * National Academy of Sciences 17(12), 1931).
 */
export function probabilityAlike(groups: ReadonlyArray<readonly number[]>): number {
  const ranked = groups
    .flatMap((values, group) => values.map((value) => ({ value, group, rank: 0 })))
    .toSorted((one, other) => one.value - other.value);
  const count = ranked.length;
  let ties = 0;
  for (let from = 0; from < count;) {
    let to = from + 1;
    while (to < count && ranked[to]?.value === ranked[from]?.value) to += 1;
    for (const each of ranked.slice(from, to)) each.rank = (from + 1 + to) / 2;
    ties += (to - from) ** 3 - (to - from);
    from = to;
  }
  const tieFactor = 1 - ties / (count ** 3 - count);
  if (!(tieFactor > 0)) return 1;
  const sums = groups.map((_, group) =>
    ranked.reduce((sum, each) => sum + (each.group === group ? each.rank : 0), 0),
  );
  const spread = sums.reduce(
    (sum, rankSum, at) => sum + rankSum ** 2 / (groups[at]?.length ?? 1),
    0,
  );
  const statistic = ((12 / (count * (count + 1))) * spread - 3 * (count + 1)) / tieFactor;
  const degrees = groups.length - 1;
  const part = 2 / (9 * degrees);
  const score = (Math.cbrt(Math.max(0, statistic) / degrees) - (1 - part)) / Math.sqrt(part);
  return (1 - errorFunction(score / Math.SQRT2)) / 2;
}
