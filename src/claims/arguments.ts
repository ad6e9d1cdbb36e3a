/** Arguments of a formula's functions, checked, and results as formulas see them. */
import { type QuotedResult, roundedFields, type Unit } from '../harness/record/index.ts';
import type { Arithmetic } from './printed.ts';

/** A value as it stands in an error. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  return typeof value === 'number' ? String(value) : (JSON.stringify(value) ?? 'a function');
}

/** @throws unless it is a text */
export function text(what: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new Error(`got ${show(value)} for ${what}, expected a text`);
}

/** How a record is named: by its place in the entry's list, from 1, or by its name in the study. */
export type RecordName = string | number;

/** @throws unless it is a name, a place, or not given */
export function optionalRecord(value: unknown): RecordName | undefined {
  if (value === undefined || typeof value === 'number') return value;
  return text('a record', value);
}

/**
 * Fields of a result that formulas may name, with the units a figure can be stated in unchanged, its
 * own first.
 */
export const resultFields: Readonly<Record<string, readonly Unit[]>> = {
  arm: [],
  workload: [],
  approximate: [],
  validated: [],
  outcome: [],
  operations: ['operations', 'calls', ''],
  completed: ['operations', 'calls', ''],
  clients: ['clients', ''],
  totalMs: ['ms'],
  msPerOperation: ['ms'],
  latencyMs: ['ms'],
  operationsPerSecond: ['/s'],
  megabytesPerSecond: ['MB/s'],
};

/**
 * A result that fails where it lacks the field asked for. JSONata makes nothing of a field that is
 * not there, and a comparison with nothing false: a claim would not hold for want of data. What the
 * source says only where it is so has a value in all: `outcome` is `finished` unless it is `hung`.
 */
export function strictResult<Q>(result: QuotedResult, { figure }: Arithmetic<Q>): object {
  const { arm, workload, printed, ...others } = result;
  const whole: Record<string, unknown> = {
    arm,
    workload,
    approximate: false,
    validated: false,
    outcome: 'finished',
    ...others,
  };
  for (const [field, digits] of [...roundedFields].map(
    (name) => [name, printed?.[name]] as const,
  )) {
    const value = result[field];
    if (value !== undefined) whole[field] = figure(value, digits);
  }
  for (const field of Object.keys(resultFields)) {
    // JSONata looks at an object's own fields only, so what throws must be one.
    if (whole[field] !== undefined) continue;
    Object.defineProperty(whole, field, {
      get() {
        throw new Error(
          `got no ${field} in the result of "${arm}" under "${workload}", expected a number`,
        );
      },
    });
  }
  return whole;
}
