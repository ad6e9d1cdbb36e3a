/** Time that each suspected part of a stored call adds to a call of Workers RPC, alone and together. */
import {
  type Cell,
  type Estimate,
  meanOfSessions,
  pairedDifferences,
  placesOf,
} from '../core/statistics/index.ts';

/** Arms that each add one part to a call of the reference, and the arm that has all of the parts. */
const reference = 'workers-rpc';
const parts = ['boundary', 'stored', 'queued', 'continued'].map((part) => `${reference}/${part}`);
const together = `${reference}/all-four`;

/** Additions under one workload, in ms per call. */
export interface Additions {
  workload: string;
  /** By arm: a part alone, and all of them. */
  added: Map<string, Estimate>;
  /** The single parts summed within each session. */
  sum: Estimate;
  /** Time that all parts together add beyond that sum. */
  beyond: Estimate;
}

/**
 * Sums and differences are formed within a session, from the same rounds’ reference, before any interval: what a
 * session does to all arms is in none of them.
 *
 * @param cells of one workload
 * @returns undefined where the reference or a part did not count in one session together
 */
export function additionsOf(workload: string, cells: readonly Cell[]): Additions | undefined {
  const find = (arm: string) => cells.find((cell) => cell.arm === arm);
  const to = find(reference);
  const arms = [...parts, together];
  if (to === undefined) return undefined;
  const calls = to.load.callsPerOperation ?? 1;
  const differences = arms.map((arm): Map<number, number> => {
    const cell = find(arm);
    return cell === undefined ? new Map<number, number>() : new Map(pairedDifferences(cell, to));
  });
  const [first] = differences;
  const sessions = [...(first?.keys() ?? [])].filter((at) =>
    differences.every((each) => each.has(at)),
  );
  if (sessions.length === 0) return undefined;
  const values = differences.map((each) => sessions.map((at) => (each.get(at) ?? 0) / calls));
  const all = values.at(-1) ?? [];
  const sums = sessions.map((_, at) =>
    values.slice(0, -1).reduce((sum, each) => sum + (each[at] ?? 0), 0),
  );
  const places = sessions.map((at) => placesOf(to).get(at));
  const mean = (each: readonly number[]): Estimate => {
    const estimate = meanOfSessions(each.map((value, at) => ({ ...places[at], value })));
    if (estimate !== undefined) return estimate;
    throw new RangeError(`${workload}: got no session, expected one with every part`);
  };
  return {
    workload,
    added: new Map(arms.map((arm, at) => [arm, mean(values[at] ?? [])])),
    sum: mean(sums),
    beyond: mean(sessions.map((_, at) => (all[at] ?? 0) - (sums[at] ?? 0))),
  };
}
