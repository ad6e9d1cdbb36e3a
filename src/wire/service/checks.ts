/** Checks of arguments that come from another machine, made before anything is done with them. */

/** Characters of a text that an error repeats. */
const LONGEST = 80;

/** A value in the words of an error, however large it is. */
export function valueText(value: unknown): string {
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, LONGEST)) : String(value);
}

/** @throws RangeError naming the value got and expected */
export function checkWhole(what: string, value: unknown, least: number, most: number): number {
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) {
    return value as number;
  }
  const expected = `expected a whole number from ${least} to ${most}`;
  throw new RangeError(`${what}: got ${valueText(value)}, ${expected}`);
}
