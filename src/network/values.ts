/** What a reader can change of the model: its fields, with the values they take. */
import { type Call, type Counting, countings, type Path } from './source.ts';

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
const time = { unit: 'ms', unitWords: 'milliseconds', least: 0, most: 60_000 };
const processing = {
  ...time,
  label: 'Processing',
  hint: 'at both ends together',
  low: 0.01,
  high: 100,
};

export const fields: Readonly<Record<FieldId, Field>> = {
  latency: {
    id: 'latency',
    label: 'Base latency',
    ...time,
    hint: 'a round trip, without its bytes',
    low: 0.05,
    high: 500,
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

// The logarithmic sliders: positions are whole steps, the same part of the way at either end.

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

// The model’s values in the address of its page: `?latency=10&bandwidth=100&counting=source`.

/** What an address asks for. */
export interface Asked {
  values: Partial<Values>;
  /** What could not be read: one message a parameter, with the value got and the one expected. */
  refused: string[];
}

/** Reads the query of an address. Other parameters are left to others. */
export function readQuery(search: string): Asked {
  const query = new URLSearchParams(search);
  const asked: Asked = { values: {}, refused: [] };
  for (const id of fieldIds) {
    const text = query.get(id);
    if (text === null) continue;
    try {
      asked.values[id] = readNumber(fields[id], text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      asked.refused.push(error.message);
    }
  }
  const counting = query.get('counting');
  if (isCounting(counting)) asked.values.counting = counting;
  else if (counting !== null) {
    asked.refused.push(`counting: got "${counting}", expected one of ${countings.join(', ')}`);
  }
  return asked;
}

/** The query for values: only what differs from the defaults. Parameters of others stay. */
export function writeQuery(values: Values, defaults: Values, search = ''): string {
  const query = new URLSearchParams(search);
  const names: Array<FieldId | 'counting'> = [...fieldIds, 'counting'];
  for (const name of names) {
    if (values[name] === defaults[name]) query.delete(name);
    else query.set(name, String(values[name]));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function isCounting(text: string | null): text is Counting {
  return countings.some((counting) => counting === text);
}
