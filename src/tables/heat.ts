/** Steps of the scale by which cells of a heat table are coloured; src/styles/theme.css has the colours. */
import { formatEnds, formatRatio } from '../figures/format.ts';

/** Where one step ends and the next begins: ratios as far below 1 as above it. */
const ENDS = [1 / 2, 1 / 1.5, 1 / 1.1, 1.1, 1.5, 2] as const;

/** Steps by number from 1, each with the ratios that it stands for. */
export const heatSteps: ReadonlyArray<{ step: number; range: string }> = [
  ...ENDS.map((end, at) => ({
    step: at + 1,
    range:
      at === 0
        ? `under ${formatRatio(end)}`
        : `${formatEnds({ low: ENDS[at - 1] ?? end, high: end })}×`,
  })),
  { step: ENDS.length + 1, range: `over ${formatRatio(2)}` },
];

/** The step of a ratio, from 1. */
export function heatStep(ratio: number): number {
  return 1 + ENDS.filter((end) => ratio >= end).length;
}
