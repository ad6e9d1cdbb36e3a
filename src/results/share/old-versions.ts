/**
 * Links of versions 1 and 2, which are no longer made, in the form of today’s, which is then checked like any
 * other. Version 2 is JSON. Version 1 is its head as JSON in a line, then its rows as whole numbers of seven bits
 * a byte: an amount is a distance from the first of its row, in that row's power of ten; an optional number is
 * one higher than it says, and 0 stands for none.
 */
import { z } from 'zod';
import type { Verdict } from '../../core/statistics/index.ts';
import type { QuantityTuple } from '../numbers/quantity.ts';
import { PERCENTILES } from '../result.ts';
import { outlines } from '../../libraries/studies/outlines.ts';
import { checked } from './form.ts';

const ends = { arm: z.string(), low: z.number().optional(), high: z.number().optional() };

const headSchema = z.looseObject({
  study: z.string(),
  plan: z.looseObject({
    arms: z.array(z.string()),
    workloads: z.array(z.string()),
    reference: z.string().optional(),
    subjects: z.array(z.string()).optional(),
  }),
  environment: z.looseObject({}),
});

// Both versions held more than a page shows today, which is left out.
const oldSchema = headSchema.extend({
  workloads: z.array(
    z.object({
      id: z.string(),
      ratios: z.array(z.object({ ...ends, ratio: z.number(), verdict: z.string() })),
      arms: z.array(
        z.object({ ...ends, median: z.number(), quantiles: z.array(z.number()).optional() }),
      ),
    }),
  ),
});

const tuple = (value: number, low?: number, high?: number): QuantityTuple =>
  low === undefined || high === undefined ? [value] : [value, low, high];

/**
 * What an old link holds, in the form of today’s. Its ratios are all to the reference of the run.
 *
 * @throws RangeError naming the first field that is wrong, with the value got and what was expected
 */
export function fromOldForm(value: unknown): object {
  const { workloads, plan, environment, ...rest } = checked(oldSchema, value);
  const outline = outlines.find((study) => study.id === rest.study);
  const { reference = outline?.reference ?? '', subjects = outline?.subjects ?? [] } = plan;
  return {
    ...rest,
    plan: { ...plan, reference, subjects: subjects.filter((arm) => plan.arms.includes(arm)) },
    environment: { ...environment, accept: {} },
    rows: workloads.flatMap(({ id: workload, arms, ratios }) =>
      arms.map(({ arm, median, low, high, quantiles = [] }) => {
        const found = ratios.find((each) => each.arm === arm);
        return {
          ...{ arm, workload, time: tuple(median, low, high) },
          ...{ counted: 0, discarded: 0, sessions: 0 },
          ratios: found ? { [reference]: { is: tuple(found.ratio, found.low, found.high) } } : {},
          ...(found && { verdict: found.verdict }),
          ...(quantiles.length > 0 && { percentiles: quantiles }),
        };
      }),
    ),
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
