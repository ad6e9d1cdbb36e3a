/** Which difference does a plan see? The answer by how much its launches differ. */
import { quantileSorted } from 'simple-statistics';
import { z } from 'zod';
import { normal, seeded } from '../plan/order.ts';
import { classOf, intervalFor, ratioOf, sharedAlpha } from '../statistics/index.ts';
import { COLUMN } from './simulate.ts';

/** Spreads of launch values on the log scale, and launches of a plan. */
const SPREADS = [0.01, 0.02, 0.04, 0.06, 0.08, 0.11];
const LAUNCHES = 12;

export const powerSchema = z.strictObject({
  spread: z.number().positive(),
  /** True ratio from which the interval lies above 1: in half of the tables, and in nine tenths. */
  seen: z.strictObject({ p50: z.number().min(1), p90: z.number().min(1) }),
  /** Part of the arms that are as fast as the reference and said to be within 10 %. */
  within: z.number().min(0).max(1),
});
export type Power = z.infer<typeof powerSchema>;

/** Simulates so many ratios for each spread, judged in tables of one column. */
export function simulatePower(ratios: number, seed: number): Power[] {
  return SPREADS.map((spread) => {
    const random = seeded(seed);
    let within = 0;
    // A true ratio is seen if it lifts the low end, of equally fast arms, above 1.
    const needed = Array.from({ length: ratios }, () => {
      const values = Array.from({ length: LAUNCHES }, () => {
        return { value: spread * normal(random), sessions: [] };
      });
      const ratio = ratioOf(values);
      if (ratio === undefined) return NaN;
      if (classOf(ratio, COLUMN) === 'within') within += 1;
      return 1 / (intervalFor(ratio, sharedAlpha(COLUMN))?.low ?? NaN);
    }).sort((one, other) => one - other);
    const at = (part: number) => Math.round(1e4 * quantileSorted(needed, part)) / 1e4;
    return { spread, seen: { p50: at(0.5), p90: at(0.9) }, within: within / ratios };
  });
}
