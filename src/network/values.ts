/** What a reader can change of the model: its fields, with the values they take. */
import type { Call, Counting, Path } from './model.ts';

/** One value that can be changed. */
export interface Field {
  /** Its name in the page’s address. */
  id: FieldId;
  label: string;
  /** What it means, in a few words. */
  hint: string;
  unit: string;
  /** The same unit for a screen reader. */
  unitWords: string;
  /** Ends of the slider, which is logarithmic. */
  low: number;
  high: number;
  /** Least and greatest value that can be typed or stand in the address. */
  least: number;
  most: number;
}

export const fieldIds = [
  'latency',
  'bandwidth',
  'lumenize-payload',
  'lumenize-processing',
  'capnweb-payload',
  'capnweb-processing',
] as const;
export type FieldId = (typeof fieldIds)[number];

/** One set of values: a number for each field, and the way of counting. */
export type Values = Record<FieldId, number> & { counting: Counting };

const payload = {
  label: 'Payload',
  hint: 'per round trip, both ways',
  unit: 'B',
  unitWords: 'bytes',
  low: 10,
  high: 1_000_000,
  least: 0,
  most: 1_000_000_000,
};
const processing = {
  label: 'Processing',
  hint: 'at both ends together',
  unit: 'ms',
  unitWords: 'milliseconds',
  low: 0.01,
  high: 100,
  least: 0,
  most: 60_000,
};

export const fields: Readonly<Record<FieldId, Field>> = {
  latency: {
    id: 'latency',
    label: 'Base latency',
    hint: 'a round trip, without its bytes',
    unit: 'ms',
    unitWords: 'milliseconds',
    low: 0.05,
    high: 500,
    least: 0,
    most: 60_000,
  },
  bandwidth: {
    id: 'bandwidth',
    label: 'Bandwidth',
    hint: 'the same both ways',
    unit: 'Mbit/s',
    unitWords: 'megabits per second',
    low: 0.1,
    high: 10_000,
    least: 0.001,
    most: 1_000_000,
  },
  'lumenize-payload': { id: 'lumenize-payload', ...payload },
  'lumenize-processing': { id: 'lumenize-processing', ...processing },
  'capnweb-payload': { id: 'capnweb-payload', ...payload },
  'capnweb-processing': { id: 'capnweb-processing', ...processing },
};

/** Values as the model takes them. */
export function modelOf(values: Values): { path: Path; lumenize: Call; capnweb: Call } {
  return {
    path: { baseLatencyMs: values.latency, megabitsPerSecond: values.bandwidth },
    lumenize: {
      payloadBytes: values['lumenize-payload'],
      processingMs: values['lumenize-processing'],
    },
    capnweb: {
      payloadBytes: values['capnweb-payload'],
      processingMs: values['capnweb-processing'],
    },
  };
}

/** The values that stand for a network and two calls. */
export function valuesOf(path: Path, lumenize: Call, capnweb: Call, counting: Counting): Values {
  return {
    latency: path.baseLatencyMs,
    bandwidth: path.megabitsPerSecond,
    'lumenize-payload': lumenize.payloadBytes,
    'lumenize-processing': lumenize.processingMs,
    'capnweb-payload': capnweb.payloadBytes,
    'capnweb-processing': capnweb.processingMs,
    counting,
  };
}

/**
 * Reads a number of a field as typed, with a decimal point; it may be given as `1e3`.
 *
 * @throws RangeError naming the field, the text got and what was expected
 */
export function readNumber({ id, least, most, unit }: Field, text: string): number {
  const plain = text.trim();
  // Number() would take "" for 0, and "0x1" and "Infinity" for numbers.
  const number = /^\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : NaN;
  if (number >= least && number <= most) return number;
  throw new RangeError(`${id}: got "${text}", expected a number from ${least} to ${most} ${unit}`);
}
