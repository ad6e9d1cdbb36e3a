/** Figures that the subcommands of `bench` share: ratios of paired times, and memory. */
import { byRanks, INTERVAL_ALPHA } from '../../harness/statistics/index.ts';
import { residentSetOf } from '../../places/processes/child.ts';

/**
 * The ratio of two times that were taken in turn, with its 95 % interval.
 *
 * @param pairs both times of each round, in one unit
 * @throws Error with too few rounds for an interval
 */
export function pairedRatio(pairs: ReadonlyArray<readonly [time: number, by: number]>): {
  ratio: number;
  low: number;
  high: number;
} {
  const { centre, interval } = byRanks(pairs.map(([time, by]) => Math.log(time / by)));
  const range = interval(INTERVAL_ALPHA);
  if (centre === undefined || range === undefined) {
    throw new Error(`rounds: got ${pairs.length}, expected enough for an interval`);
  }
  return { ratio: Math.exp(centre), low: Math.exp(range.low), high: Math.exp(range.high) };
}

/** A ratio with its interval: `1.02× (0.99–1.05)`. */
export function ratioText(
  { ratio, low, high }: ReturnType<typeof pairedRatio>,
  digits: number,
): string {
  const [is, from, to] = [ratio, low, high].map((each) => each.toFixed(digits));
  return `${is}× (${from}–${to})`;
}

/** The memory of a process, in MiB; null where the system does not tell. */
export async function memoryOf(pid: number | undefined): Promise<number | null> {
  const bytes = await residentSetOf(pid ?? 0).catch(() => undefined);
  return bytes === undefined ? null : Math.round(bytes / 2 ** 20);
}
