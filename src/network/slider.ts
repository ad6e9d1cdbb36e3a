/** The logarithmic sliders: positions are whole steps, the same part of the way at either end. */
import type { Field } from './values.ts';

/** Steps of a slider from end to end. Each changes the value by 2 to 6 %. */
export const STEPS = 240;

type Ends = Pick<Field, 'low' | 'high'>;

/** The step nearest to a value; the end of the slider for one beyond it. */
export function positionOf(value: number, { low, high }: Ends): number {
  const part = Math.log(value / low) / Math.log(high / low);
  return Math.round(STEPS * Math.min(1, Math.max(0, part)));
}

/** The value at a step, with three significant digits; the ends exactly. */
export function valueAt(position: number, { low, high }: Ends): number {
  return Number((low * (high / low) ** (position / STEPS)).toPrecision(3));
}
