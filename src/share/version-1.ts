/**
 * Reads links of version 1, which are no longer made: the head of a finding as JSON in a line, then its
 * rows as whole numbers of seven bits a byte. An amount is a distance from the first of its row, in
 * that row's power of ten; an optional number is one higher than it says, and 0 stands for none.
 */
import type { Verdict } from '../harness/statistics/index.ts';
import { QUANTILES } from '../report/finding.ts';
import { checked, headSchema } from './finding.ts';

const LINE_FEED = 0x0a;
const VERDICTS: readonly Verdict[] = ['faster', 'slower', 'equal', 'undecided'];
const FLAWS = ['no-interval', 'differs', 'wide'] as const;
const LEAST_POWER = -12;
const LEVEL_PARTS = 10_000;

/**
 * The finding in the bytes, which is still to be checked.
 *
 * @throws RangeError naming what was got and expected, for bytes that are not of this form
 */
export function readVersion1(bytes: Uint8Array, parse: (json: Uint8Array) => unknown): object {
  const end = bytes.indexOf(LINE_FEED);
  if (end === -1) throw new RangeError(`got ${bytes.length} bytes in one line, expected two`);
  const head = checked(headSchema, parse(bytes.subarray(0, end)));
  let at = end + 1;
  const next = (): number => {
    let value = 0;
    for (let factor = 1; Number.isSafeInteger(value); factor *= 0x80) {
      const byte = bytes[at];
      if (byte === undefined) throw new RangeError('got the end, expected a number');
      at += 1;
      value += (byte % 0x80) * factor;
      if (byte < 0x80) return value;
    }
    throw new RangeError(`got ${value}, expected at most ${Number.MAX_SAFE_INTEGER}`);
  };
  const optional = <Key extends string, Value>(key: Key, read: (value: number) => Value) => {
    const value = next();
    return value === 0 ? {} : { [key]: read(value - 1) };
  };
  // One after the other: a count that is too high meets the end of the bytes.
  const rows = <Row>(row: () => Row): Row[] => {
    const read: Row[] = [];
    for (let left = next(); left > 0; left -= 1) read.push(row());
    return read;
  };
  /** How to read the amounts of a row, and the number that its first amount is. */
  const amounts = () => {
    const power = next() + LEAST_POWER;
    const first = next();
    // Read as decimal text, which leaves no tail of digits behind.
    return { first, amount: (whole: number) => Number(`${whole}e${power}`) };
  };
  const readRatio = () => {
    const arm = head.plan.arms[next()];
    const verdict = VERDICTS[next()];
    const { first, amount } = amounts();
    return {
      ...{ arm, verdict, ratio: amount(first) },
      ...optional('low', (distance) => amount(first - distance)),
      ...optional('high', (distance) => amount(first + distance)),
      ...optional('level', (parts) => parts / LEVEL_PARTS),
      ...optional('neededMs', (needed) => needed),
      ...optional('flaw', (flaw) => FLAWS[flaw]),
    };
  };
  const readTime = () => {
    const arm = head.plan.arms[next()];
    const { first, amount } = amounts();
    const ends = {
      ...optional('low', (distance) => amount(first - distance)),
      ...optional('high', (distance) => amount(first + distance)),
      ...optional('network', amount),
    };
    let reached = 0;
    const quantiles = next() === 0 ? [] : QUANTILES.map(() => amount((reached += next())));
    return { arm, median: amount(first), ...ends, quantiles };
  };
  const workloads = head.plan.workloads.map((id) => ({
    ...{ id, ratios: rows(readRatio) },
    arms: rows(readTime),
  }));
  if (at < bytes.length) {
    throw new RangeError(`the end: got ${bytes.length - at} bytes more, expected none`);
  }
  return { ...head, workloads };
}
