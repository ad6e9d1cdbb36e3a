/** Scales from values to pixels, for drawings of several panels that each have their own. */

/** A value's place, in px. */
export type Scale = (value: number) => number;

type Pair = readonly [number, number];

/** Equal differences are equally far apart. */
export function linearScale([low, high]: Pair, [from, to]: Pair): Scale {
  return (value) => from + ((value - low) / (high - low)) * (to - from);
}

/** Equal ratios are equally far apart; values are above nought. */
export function logScale([low, high]: Pair, range: Pair): Scale {
  const scale = linearScale([Math.log(low), Math.log(high)], range);
  return (value) => scale(Math.log(value));
}
