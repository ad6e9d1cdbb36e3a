/**
 * Reads links of versions 1 and 2, which are no longer made. Version 2 is JSON. Version 1 is its head as JSON
 * in a line, then its rows as whole numbers of seven bits a byte: an amount is a distance from the first of its
 * row, in that row's power of ten; an optional number is one higher than it says, and 0 stands for none.
 */
import { z } from 'zod';
import type { Verdict } from '../harness/statistics/index.ts';
import { measuredMs } from '../numbers/quantity.ts';
import { clientOf, PERCENTILES, placeOf, type Row } from '../results/result.ts';
import { outlines } from '../studies/outlines.ts';
import {
  checked,
  environmentFields,
  head as headFields,
  id,
  MOST_ARMS,
  ms,
  planFields,
  type ReducedResult,
} from './form.ts';

const oldHead = {
  ...headFields,
  plan: z.strictObject({
    ...planFields,
    reference: id.exactOptional(),
    subjects: z.array(id).min(1).max(MOST_ARMS).exactOptional(),
  }),
  environment: z.strictObject(environmentFields),
};
const headSchema = z.strictObject(oldHead);

// Both held more than a page shows today, which is left out.
const ratio = z.object({
  arm: id,
  ratio: ms.positive(),
  low: ms.exactOptional(),
  high: ms.exactOptional(),
  verdict: z.enum(['faster', 'slower', 'equal', 'undecided']),
});

const time = z.object({
  arm: id,
  median: ms,
  low: ms.exactOptional(),
  high: ms.exactOptional(),
  quantiles: z.union([z.array(ms).length(0), z.array(ms).length(PERCENTILES.length)]),
});

const oldSchema = z.strictObject({
  ...oldHead,
  workloads: z.array(
    z.strictObject({
      id,
      ratios: z.array(ratio).max(MOST_ARMS),
      arms: z.array(time).max(MOST_ARMS),
    }),
  ),
});

/**
 * The result that an old link holds. Its ratios are all to the reference of the run.
 *
 * @throws RangeError naming the first field that is wrong, with the value got and what was expected
 */
export function fromOldForm(value: unknown): ReducedResult {
  const { workloads, plan, environment, ...rest } = checked(oldSchema, value);
  const outline = outlines.find((study) => study.id === rest.study);
  const reference = plan.reference ?? outline?.reference ?? '';
  const subjects = plan.subjects ?? outline?.subjects ?? [];
  const ids = workloads.map((each) => each.id);
  if (ids.join() !== plan.workloads.join()) {
    throw new RangeError(`workloads: got ${ids.join()}, expected ${plan.workloads.join()}`);
  }
  const at = { place: placeOf({ environment }), client: clientOf(environment.runtime) };
  return {
    ...rest,
    plan: { ...plan, reference, subjects: subjects.filter((arm) => plan.arms.includes(arm)) },
    environment: { ...environment, accept: {} },
    rows: workloads.flatMap(({ id: workload, arms, ratios }) => {
      const unknown = [...arms, ...ratios].find(({ arm }) => !plan.arms.includes(arm));
      if (unknown !== undefined) {
        const expected = `expected one of ${plan.arms.join()}`;
        throw new RangeError(`workloads: got the arm ${unknown.arm}, ${expected}`);
      }
      return arms.map(({ arm, median, low, high, quantiles }): Row => {
        const found = ratios.find((each) => each.arm === arm);
        return {
          ...{ arm, workload, ...at, counted: 0, discarded: 0, sessions: 0 },
          time: measuredMs(median, low, high),
          ratios: found
            ? { [reference]: { ...measuredMs(found.ratio, found.low, found.high), unit: '×' } }
            : {},
          ...(found && { verdict: found.verdict }),
          ...(quantiles.length > 0 && { percentiles: quantiles }),
        };
      });
    }),
  };
}

const LINE_FEED = 0x0a;
const VERDICTS: readonly Verdict[] = ['faster', 'slower', 'equal', 'undecided'];
const LEAST_POWER = -12;

/**
 * The value in the bytes of version 1, which is still to be checked.
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
  // One after the other: a count that is too high meets the end of the bytes.
  const rows = <Row>(row: () => Row): Row[] => {
    const read: Row[] = [];
    for (let left = next(); left > 0; left -= 1) read.push(row());
    return read;
  };
  /** An amount, both ends of its interval, and how further ones of its row are read. */
  const amounts = () => {
    const power = next() + LEAST_POWER;
    const first = next();
    // Read as decimal text, which leaves no tail of digits behind.
    const amount = (whole: number) => Number(`${whole}e${power}`);
    const [below, above] = [next(), next()];
    const ends = {
      ...(below > 0 && { low: amount(first - (below - 1)) }),
      ...(above > 0 && { high: amount(first + (above - 1)) }),
    };
    return { amount, value: amount(first), ends };
  };
  const readRatio = () => {
    const arm = head.plan.arms[next()];
    const verdict = VERDICTS[next()];
    const { value, ends } = amounts();
    // The level of the interval, the time still needed, and what was wrong.
    for (let left = 3; left > 0; left -= 1) next();
    return { arm, verdict, ratio: value, ...ends };
  };
  const readTime = () => {
    const arm = head.plan.arms[next()];
    const { value, ends, amount } = amounts();
    // The time of a bare round trip.
    next();
    let reached = 0;
    const quantiles = next() === 0 ? [] : PERCENTILES.map(() => amount((reached += next())));
    return { arm, median: value, ...ends, quantiles };
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
