/** Formulas, and the figures that they read: the functions of `$` in claims, and in `<Number>` and `<Claim>` of texts. */
import { isCount, type QuotedResult, roundedFields, type Unit } from '../../core/record/index.ts';
import type { RatioClass } from '../../core/statistics/index.ts';
import { answeredCalls } from '../../libraries/studies/call-delay/queue.ts';
import {
  costRatio,
  msPerOperation,
  printedDigits,
  type ReadFigure,
} from '../../results/tables/quoted.ts';
import type { Quantity } from '../../results/numbers/quantity.ts';
import type { DocumentResult } from '../../results/result.ts';
import { asPrintedValue, printedFigure, type Substitute } from './printed-digits.ts';
import { findMeasured, findResults, list, type Named, pairIn, rowIn, show } from './scope.ts';
import type { RecordName, Scope } from './scope.ts';

/** The data that a formula came upon. */
interface Reads {
  /** By the id of their record. */
  results: Map<string, Named>;
  /** Figures and settings given as they stand, in order, with the units that each can be stated in; none for any. */
  plain: Array<{ value: number; units: readonly Unit[] }>;
  /** True once a model was asked. */
  estimated: boolean;
}

/** Numbers of a quoted result, with the units that each can be stated in unchanged, its own first. */
export const resultUnits = {
  operations: ['operations', 'calls', ''],
  completed: ['operations', 'calls', ''],
  clients: ['clients', ''],
  totalMs: ['ms'],
  msPerOperation: ['ms'],
  latencyMs: ['ms'],
  operationsPerSecond: ['/s'],
  megabytesPerSecond: ['MB/s'],
} as const satisfies Readonly<Record<string, readonly Unit[]>>;
type ResultNumber = keyof typeof resultUnits;

/** A quoted result as formulas read it. A number that it lacks throws when it is read. */
export type ResultFields = Readonly<
  Record<ResultNumber, number> & { outcome: 'finished' | 'hung'; validated: boolean }
>;

type Several<Name = string> = Name | readonly Name[];

/** A ratio of one pair; of lists one for each combination. */
interface PairedNumbers {
  (of: string, to: string, workload: string, record?: RecordName): number;
  (of: Several, to: Several, workload: Several, record?: Several<RecordName>): number[];
}

/** The value that was looked for. @throws if there is none */
function found<Value>(value: Value | undefined, what: string, expected = 'one'): Value {
  if (value !== undefined) return value;
  throw new Error(`${what}: got none, expected ${expected}`);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

export type Figures = ReturnType<typeof figuresOf>;

/**
 * The functions over one scope. `record` is the place of a record in the entry's list, from 1, or the name of any in
 * its study, `2025-10-20-baseline`; without it all records of the entry are meant. Counts, bytes among them, settings,
 * noughts, assumptions and paired ratios are exact numbers; other figures are taken.
 *
 * @param reads notes what was read
 */
function figuresOf(given: Scope, reads: Reads, take: Substitute) {
  const find = (id: string): Named => {
    const result = given.find(id);
    reads.results.set(id, result);
    return result;
  };
  const scope: Scope = { ...given, find };
  const plainly = (value: number, units: readonly Unit[]): number => {
    reads.plain.push({ value, units });
    return value;
  };
  const read: ReadFigure = (result, field) => {
    const [value, digits] = [result[field], printedDigits(result, field)];
    return value && take(printedFigure(value, digits, resultUnits[field][0]));
  };

  /** @throws unless the quoted records have one item of the name */
  function findQuoted<Item>(
    what: string,
    name: string,
    record: RecordName | undefined,
    itemsOf: (result: DocumentResult) => Array<[name: string, item: Item]>,
  ): Item {
    const quoted = findResults(scope, record).filter((each) => each.kind === 'quoted');
    const all = quoted.flatMap((result) =>
      itemsOf(result).map(([key, item]) => ({ key, item, id: result.id })),
    );
    const [only, ...others] = all.filter(({ key }) => key === name);
    if (only !== undefined && others.length === 0) return only.item;
    const [got, expected] = only
      ? [`several, in ${list([only, ...others].map(({ id }) => id))}`, 'one: name its record']
      : [
          `none in ${list(quoted.map(({ id }) => id))}`,
          `one of ${list(all.map(({ key }) => key))}`,
        ];
    throw new Error(`${what} "${name}": got ${got}, expected ${expected}`);
  }

  const quotedResult = (arm: string, workload: string, record?: RecordName): QuotedResult =>
    findQuoted('result', `${arm} under ${workload}`, record, ({ rows }) =>
      rows.flatMap(({ quoted: item }) =>
        item ? [[`${item.arm} under ${item.workload}`, item]] : [],
      ),
    );

  const figure = (end: 'value' | 'low' | 'high') => {
    const expected = end === 'value' ? '$.low or $.high, because it is a range' : '$.figure';
    return (id: string, record?: RecordName): number => {
      const item = findQuoted('figure', id, record, ({ figures }) =>
        figures.map((each) => [each.id, each]),
      );
      const { unit, origin, approximate, printed } = item;
      const value = found(item[end], `${end} of the figure "${id}"`, expected);
      const isExact = origin === 'assumed' || isCount(unit) || (unit === 'B' && !approximate);
      if (isExact || value === 0) return plainly(value, [unit]);
      return plainly(take(printedFigure(value, printed?.[end] ?? String(value), unit)), [unit]);
    };
  };

  const numbersOf = (name: string): number[] => {
    const known = list(given.configuration.map((item) => item.name));
    const item = given.configuration.find((each) => each.name === name);
    const { value, unit } = found(item, `configuration "${name}"`, `one of ${known}`);
    const numbers = [value].flat().filter((each) => typeof each === 'number');
    return numbers.map((each) => plainly(each, unit === undefined ? [] : [unit]));
  };

  const paired = (end: 'value' | 'low' | 'high'): PairedNumbers => {
    const all = (of: Several, to: Several, workload: Several, record?: Several<RecordName>) => {
      const results = [record].flat().map((name) => findMeasured(scope, name));
      const pairs = [of].flat().flatMap((one) => [to].flat().map((other) => [one, other] as const));
      const numbers = [workload]
        .flat()
        .flatMap((under) =>
          results.flatMap((result) => pairs.map((pair) => pairIn(result, ...pair, under)[end])),
        );
      return [of, to, workload, record].some(Array.isArray) ? numbers : numbers[0];
    };
    return all as PairedNumbers;
  };

  return {
    /** The same figures as the digits that are printed, for what says that two are the same. */
    get asPrinted(): Figures {
      return figuresOf(given, reads, asPrintedValue);
    },

    /** The one quoted result of an arm under a workload: `$.result('capnweb/in-memory', 'mixed').totalMs`. */
    result: (arm: string, workload: string, record?: RecordName): ResultFields => {
      const item = quotedResult(arm, workload, record);
      // The source says these two only where it is so.
      const fields = { outcome: item.outcome ?? 'finished', validated: item.validated ?? false };
      for (const [field, units] of Object.entries(resultUnits)) {
        const get = (): number => {
          const rounded = roundedFields.find((each) => each === field);
          const value = rounded ? read(item, rounded) : item[field as ResultNumber];
          return plainly(found(value, `${field} of "${arm}" under "${workload}"`), units);
        };
        Object.defineProperty(fields, field, { get });
      }
      return fields as ResultFields;
    },

    /** A quoted figure by its id, or an end of its range. */
    figure: figure('value'),
    low: figure('low'),
    high: figure('high'),

    /** A number of the entry's configuration, or a list of them. */
    setting: (name: string): number => {
      const [only, ...others] = numbersOf(name);
      return found(others.length > 0 ? undefined : only, `single number "${name}"`);
    },
    settings: numbersOf,

    /** Quoted ms per operation, from the most exact figures there are. */
    time: (arm: string, workload: string, record?: RecordName): number =>
      found(
        msPerOperation(quotedResult(arm, workload, record), read),
        `time of "${arm}" under "${workload}"`,
        'totalMs and operations, or msPerOperation',
      ),
    /** Quoted time of an arm ÷ that of the study's reference. */
    ratio: (arm: string, workload: string, record?: RecordName): number => {
      const { reference } = scope.study;
      const [own, its] = [arm, reference].map((each) => quotedResult(each, workload, record));
      const ratio = own && its && costRatio(own, its, read);
      return found(ratio, `ratio of "${arm}" to "${reference}" under "${workload}"`);
    },
    /** When a record was taken, in UTC: `2025-01-02T12:28:52.000Z`. */
    date: (record?: RecordName): string => {
      const [result] = findResults(scope, record);
      const date = result?.kind === 'quoted' ? result.date : result?.startedAt;
      const text = found(date, `date of ${result?.id}`);
      // A time without a zone is read as UTC on every machine.
      const isLocal = /T/.test(text) && !/(Z|[+-]\d{2}:\d{2})$/.test(text);
      return new Date(isLocal ? `${text}Z` : text).toISOString();
    },

    /** Measured ms per operation. */
    median: (arm: string, workload: string, record?: RecordName): number => {
      const result = findMeasured(scope, record);
      const time = found(
        rowIn(result, arm, workload).time,
        `median of "${arm}" under "${workload}"`,
      );
      return plainly(time.value, ['ms']);
    },
    /** Measured time of one arm ÷ that of another, paired by rounds, and the ends of its interval. */
    paired: paired('value'),
    from: paired('low'),
    upTo: paired('high'),
    /**
     * The class of that ratio in its table, such as `slower-by-margin`.
     *
     * @throws unless one of the two is the plan’s reference or the plain way of their group
     */
    class: (of: string, to: string, workload: string, record?: RecordName): RatioClass =>
      found(
        pairIn(findMeasured(scope, record), of, to, workload).class,
        `class of "${of}" and "${to}" under "${workload}"`,
      ),
    /** Workloads of a measured record's plan. */
    workloads: (record?: RecordName) => findMeasured(scope, record).plan.workloads,
    /** Frames per operation. */
    frames: (way: 'out' | 'in', arm: string, workload: string, record?: RecordName): number => {
      const { frames } = rowIn(findMeasured(scope, record), arm, workload);
      return found(frames?.[way], `frames ${show(way)} of "${arm}" under "${workload}"`);
    },
    /**
     * Readings of each turn of an arm in addition to its time, in their own unit: `sentOn`, and `caller/end/system`, a resident
     * set in bytes. Without a workload those of all.
     */
    reading: (name: string, arm: string, workload?: string, record?: RecordName): number[] => {
      const rows = findMeasured(scope, record).rows.filter((each) => each.arm === arm);
      const own = rows.filter((each) => each.workload === (workload ?? each.workload));
      const readings = own.flatMap((each) => each.readings?.[name] ?? []);
      found(readings[0], `reading "${name}" of "${arm}"`);
      return readings;
    },
    /** Calls answered, in each of many runs of the model in src/libraries/studies/call-delay/queue.ts. */
    answered: (calls: number, allowed: number): number[] => {
      reads.estimated = true;
      return answeredCalls(calls, allowed);
    },

    sum,
    mean: (numbers: readonly number[]): number => sum(numbers) / numbers.length,
    /** The smallest and the largest of several. */
    ends: (numbers: readonly number[]): [number, number] => [
      Math.min(...numbers),
      Math.max(...numbers),
    ],
  };
}

/** Gives what it computes from figures: `($) => $.time('slow', 'add') / $.time('fast', 'add')`. */
export type Formula<Value> = ($: Figures) => Value;

/** Runs what may fail, and names the field that it is about in its error. */
export function inField<Value>(field: string, run: () => Value): Value {
  try {
    return run();
  } catch (cause) {
    throw new Error(`${field}: ${cause instanceof Error ? cause.message : show(cause)}`, { cause });
  }
}

/**
 * The value of a formula, with what it read.
 *
 * @param take gives the number that stands for a figure; as printed unless it says otherwise
 * @throws Error when a result, figure or record that it names is missing, and when it reads nothing
 */
export function evaluate<Value>(
  formula: Formula<Value>,
  scope: Scope,
  take: Substitute = asPrintedValue,
): { value: Value; reads: Reads } {
  const reads: Reads = { results: new Map(), plain: [], estimated: false };
  const value = formula(figuresOf(scope, reads, take));
  if (reads.results.size > 0 || reads.plain.length > 0 || reads.estimated) return { value, reads };
  throw new Error(`got ${show(value)} from a formula that reads nothing, expected one that does`);
}

/**
 * Evaluates a formula to one number or several. They are plain if they are figures as they were read.
 *
 * @param unit that they are stated in; a plain figure must have it
 * @throws Error as `evaluate`, and for what is no finite number, or a figure in another unit
 */
export function evaluateNumbers(
  formula: Formula<unknown>,
  scope: Scope,
  unit?: Unit,
  take?: Substitute,
) {
  const { value, reads } = evaluate(formula, scope, take);
  const { plain, estimated } = reads;
  const numbers = [value].flat().map((each) => {
    if (typeof each === 'number' && Number.isFinite(each)) return each;
    throw new Error(`got ${show(each)}, expected a finite number or a list of them`);
  });
  if (numbers.length === 0) throw new Error('got an empty list, expected a number');
  const isPlain =
    numbers.length === plain.length && plain.every((each, at) => each.value === numbers[at]);
  const other = plain.find(({ units }) => units.length > 0 && !units.some((own) => own === unit));
  if (isPlain && unit !== undefined && other !== undefined) {
    const expected = other.units.map((own) => `"${own}"`).join(' or ');
    throw new Error(`got unit "${unit}", expected ${expected}, in which the figure stands`);
  }
  const results = [...reads.results.values()];
  const isMeasured = results.some(({ kind }) => kind === 'measured');
  const from: Quantity['from'] = estimated ? 'estimated' : isMeasured ? 'measured' : 'quoted';
  return { numbers, from, isPlain, results };
}
