/** Ticks for axes on which Plot's own would be crowded or would miss the value that matters. */

/** Least room for one tick label, in px. */
const labelRoom = 40;

const ratioSteps = [
  1, 2, 0.5, 1.5, 1.25, 0.8, 1.1, 0.9, 3, 0.33, 5, 0.2, 10, 0.1, 1.05, 0.95, 100, 1000, 20, 50, 200,
  500,
];

/**
 * Ticks of a log axis of ratios, the most telling first: 1 is always there, the others
 * as long as there is room for their labels.
 */
export function ratioTicks([low, high]: readonly [number, number], width: number): number[] {
  const scale = width / Math.log(high / low);
  const taken: number[] = [];
  for (const step of ratioSteps) {
    if (step < low || step > high) continue;
    if (taken.every((other) => Math.abs(Math.log(step / other)) * scale >= labelRoom)) {
      taken.push(step);
    }
  }
  return taken.sort((a, b) => a - b);
}

/** Ticks of a log axis: 1, 2 and 5 times powers of ten, the powers alone, or every so many of them. */
export function logTicks([low, high]: readonly [number, number], width: number): number[] {
  const within = (steps: readonly number[]): number[] => {
    const ticks: number[] = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
      for (const step of steps) {
        // Through text, because 2 × 10 ** -1 is not 0.2 in binary.
        const tick = Number(`${step}e${power}`);
        if (tick >= low && tick <= high) ticks.push(tick);
      }
    }
    return ticks;
  };
  const fine = within([1, 2, 5]);
  if (fine.length * labelRoom <= width) return fine;
  const powers = within([1]);
  const step = Math.ceil((powers.length * labelRoom) / width);
  return powers.filter((_, index) => index % step === 0);
}

/** Ticks from nought up to a value, about five of them, in steps of 1, 2 or 5 times a power of ten. */
export function linearTicks(highest: number): number[] {
  if (!(highest > 0)) return [0];
  const power = Math.floor(Math.log10(highest / 5));
  const rough = highest / 5 / 10 ** power;
  const step = Number(`${rough > 5 ? 10 : rough > 2 ? 5 : rough > 1 ? 2 : 1}e${power}`);
  const count = Math.floor(highest / step + 1e-9);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

/** Decimals that all of the ticks need. */
export function tickDecimals(ticks: readonly number[]): number {
  return Math.max(0, ...ticks.map((tick) => String(tick).split('.')[1]?.length ?? 0));
}

/** The lowest and highest of the values, widened on a log scale by a share of their span. */
export function logDomain(values: readonly number[], pad = 0.08): [number, number] {
  const usable = values.filter((value) => value > 0 && Number.isFinite(value));
  if (usable.length === 0) return [0.5, 2];
  const low = usable.reduce((a, b) => Math.min(a, b));
  const high = usable.reduce((a, b) => Math.max(a, b));
  const by = Math.max((high / low) ** pad, 1.1);
  return [low / by, high * by];
}
