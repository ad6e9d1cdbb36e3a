/**
 * The functions that formulas have besides JSONata's own. `record` is the place of a record in the
 * entry's list, from 1, or the name of any in its study, `2025-10-20-baseline`; without it all
 * records of the entry are meant.
 *
 * - `$r(arm, workload, record?)`: the one quoted result, as an object: `.totalMs`
 * - `$f(id, record?)`, `$low(id, record?)`, `$high(id, record?)`: a quoted figure, or the ends of its range
 * - `$config(name)`: a number of the entry's configuration, or a list of them
 * - `$t(arm, workload, record?)`: ms per operation, from the most exact figures there are
 * - `$ratio(arm, workload, record?)`: time of the arm ÷ time of the study's reference
 * - `$median(arm, workload, record?)`: ms per operation of a measured record
 * - `$paired(of, to, workload, record?)`, `$from(…)`, `$upTo(…)`: time of one arm ÷ that of another, paired by
 *   rounds, and the ends of its interval; of lists one for each combination
 * - `$arms(record?)`, `$workloads(record?)`: those of a measured record’s plan
 * - `$frames(way, arm, workload, record?)`: frames `"out"` or `"in"` per operation
 * - `$memory(reading, arm, record?)`: resident sets in MB, one for each repeat: `"caller/end"`
 * - `$reading(name, arm, workload, record?)`: what each turn read besides its time: `"sentOn"`, in its own unit
 * - `$answered(calls, allowed)`: calls answered, in runs of the model in `src/studies/call-delay/queue.ts`
 * - `$moment(record?)`: date of a record, in ms since 1970
 * - `$every(array, function)`: whether the function is true of each item
 */
import { isCount, type Unit } from '../harness/record/index.ts';
import { costRatio, fromThroughput, msPerOperation, noughtBeside } from '../results/quoted.ts';
import { ratioBetween } from '../results/pairs.ts';
import type { Result } from '../results/result.ts';
import { measuredFunctions } from './measured.ts';
import {
  findFigure,
  findMeasured,
  findQuoted,
  findResult,
  findSetting,
  type Named,
  optionalRecord,
  printedFigure,
  readBy,
  rowIn,
  type Scope,
  show,
  strictResult,
  type TakeFigure,
  text,
} from './scope.ts';

/** A function of JSONata as it reaches one of ours. */
type Test = (item: unknown, index: number) => unknown;

/**
 * `$every(array, function)`: whether the function gives true for each item.
 *
 * @throws for an empty array, of which everything would be true, and for a function that gives
 *   anything but true or false
 */
async function every(items: unknown, test: unknown): Promise<boolean> {
  if (typeof test !== 'function') {
    throw new Error(`got ${show(test)} for the second argument of $every, expected a function`);
  }
  const all: unknown[] = Array.isArray(items) ? items : items === undefined ? [] : [items];
  if (all.length === 0) throw new Error('got an empty list in $every, expected an item at least');
  for (const [index, item] of all.entries()) {
    const passed = await (test as Test)(item, index);
    if (typeof passed !== 'boolean') {
      throw new Error(`got ${show(passed)} for ${show(item)} in $every, expected true or false`);
    }
    if (!passed) return false;
  }
  return true;
}

/** What a formula came upon, which its value alone does not tell. */
export interface Reads {
  /** Unit of the figure or setting read last, as its record or configuration states it. */
  unit: Unit | undefined;
  /** Results that it read, by the id of their record. */
  results: Map<string, Named>;
}

/** How figures are taken. */
export interface Reading {
  take: TakeFigure;
  /** Whether times come from the throughput that is printed beside them, where that has more digits. */
  byThroughput?: boolean;
}

/**
 * The functions over one scope, by their names without `$`. What they read is noted in `reads`. Counts, bytes
 * among them, settings, what was assumed, and paired ratios are exact numbers; other figures are taken.
 */
export function functionsOver(given: Scope, reads: Reads, { take, byThroughput = false }: Reading) {
  const scope: Scope = {
    ...given,
    find: async (id) => {
      const found = await given.find(id);
      reads.results.set(id, found);
      return found;
    },
  };
  const read = byThroughput ? fromThroughput(readBy(take)) : readBy(take);

  const quoted = async (arm: unknown, workload: unknown, record: unknown) => {
    const names = [text('an arm', arm), text('a workload', workload)] as const;
    return findQuoted(scope, ...names, optionalRecord(record));
  };

  const figure = (end: 'value' | 'low' | 'high') => async (id: unknown, record: unknown) => {
    const asked = text('a figure', id);
    const { found, beside } = await findFigure(scope, asked, optionalRecord(record));
    const number = found[end];
    if (number === undefined) {
      const expected = end === 'value' ? '$low or $high, because it is a range' : '$f';
      throw new Error(`got no ${end} in the figure "${found.id}", expected ${expected}`);
    }
    reads.unit = found.unit;
    const isCounted = isCount(found.unit) || (found.unit === 'B' && !found.approximate);
    if (found.origin === 'assumed' || isCounted) return number;
    const digits = found.printed?.[end] ?? (number === 0 ? noughtBeside(beside) : String(number));
    return take(printedFigure(number, digits, found.unit));
  };

  const isMeasured = async (record: unknown): Promise<boolean> => {
    if (record === undefined && scope.records.length !== 1) return false;
    return (await findResult(scope, optionalRecord(record))).kind === 'measured';
  };

  const median = async (arm: unknown, workload: unknown, record: unknown): Promise<number> => {
    const result = await findMeasured(scope, record);
    const row = rowIn(result, text('an arm', arm), text('a workload', workload));
    const { time } = row;
    if (time === undefined) {
      throw new Error(
        `got no median of ${show(arm)} under ${show(workload)}, expected an arm whose turns count`,
      );
    }
    const { value, low, high } = time;
    const ends = low === undefined || high === undefined ? {} : { low, high };
    return take({ key: `${result.id} ${row.arm} ${row.workload}`, value, ...ends, from: 'median' });
  };

  const time = async (arm: unknown, workload: unknown, record: unknown): Promise<number> => {
    if (await isMeasured(record)) return median(arm, workload, record);
    const ms = msPerOperation(await quoted(arm, workload, record), read);
    if (ms !== undefined) return ms;
    throw new Error(
      `got no time per operation of ${show(arm)} under ${show(workload)}, expected totalMs and operations, or msPerOperation`,
    );
  };

  /** The ratio to the reference: paired in a measured record, of two results in quoted ones. */
  const findRatio = async (arm: unknown, workload: unknown, record: unknown) => {
    const { reference } = scope.study;
    if (await isMeasured(record)) {
      const result = await findMeasured(scope, record);
      const names = [text('an arm', arm), reference] as const;
      const [row, to] = names.map((name) => rowIn(result, name, text('a workload', workload)));
      return row && to && ratioBetween(row, to)?.value;
    }
    const own = await quoted(arm, workload, record);
    return costRatio(own, await quoted(reference, workload, record), read)?.ratio;
  };

  const ratio = async (arm: unknown, workload: unknown, record: unknown): Promise<number> => {
    const value = await findRatio(arm, workload, record);
    if (value !== undefined) return value;
    throw new Error(
      `got no ratio of ${show(arm)} to "${scope.study.reference}" under ${show(workload)}, expected figures of one kind of both`,
    );
  };

  return {
    r: async (arm: unknown, workload: unknown, record: unknown) =>
      strictResult(await quoted(arm, workload, record), read),
    f: figure('value'),
    low: figure('low'),
    high: figure('high'),
    moment: async (record: unknown) => momentOf(await findResult(scope, optionalRecord(record))),
    config: (name: unknown) => {
      const { value, unit } = findSetting(scope, text('a configuration', name));
      reads.unit = unit;
      return value;
    },
    t: time,
    ratio,
    median,
    every,
    ...measuredFunctions(scope),
  };
}

/** ms since 1970 of a record's date. A time without a zone is read as UTC on every machine. */
function momentOf(result: Result): number {
  const date = result.kind === 'quoted' ? result.date : result.startedAt;
  if (date === undefined) {
    throw new Error('got a record without a date, expected one whose source gives it');
  }
  const zoned = /T/.test(date) && !/(Z|[+-]\d{2}:\d{2})$/.test(date) ? `${date}Z` : date;
  const ms = Date.parse(zoned);
  if (!Number.isNaN(ms)) return ms;
  throw new Error(`got date "${date}", expected ISO 8601 such as 2025-01-02T12:28:52`);
}
