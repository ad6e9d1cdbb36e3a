/**
 * The functions that formulas have besides JSONata's own. `record` is the place of a record in the
 * entry's list, from 1, or the name of any in its study, `2025-10-20-baseline`; without it all
 * records of the entry are meant.
 *
 * - `$r(arm, workload, record?)`: the one quoted result, as an object: `.totalMs`
 * - `$f(id, record?)`, `$low(id, record?)`, `$high(id, record?)`: a quoted figure, or the ends of its range
 * - `$config(name)`: a number of the entry's configuration, or a list of them
 * - `$t(arm, workload, record?)`: ms per operation, from the most exact figures there are
 * - `$ratio(arm, workload, record?)`: quoted time of the arm ÷ that of the study's reference
 * - `$median(arm, workload, record?)`: ms per operation of a measured record
 * - `$paired(of, to, workload, record?)`, `$from(…)`, `$upTo(…)`: time of one arm ÷ that of another, paired by
 *   rounds, and the ends of its interval; of lists one for each combination
 * - `$arms(record?)`, `$workloads(record?)`: those of a measured record’s plan
 * - `$frames(way, arm, workload, record?)`: frames `"out"` or `"in"` per operation
 * - `$reading(name, arm, workload?, record?)`: what each turn read besides its time, in its own unit: `"sentOn"`,
 *   and `"caller/end/system"`, a resident set in bytes
 * - `$answered(calls, allowed)`: calls answered, in runs of the model in `src/studies/call-delay/queue.ts`
 * - `$moment(record?)`: date of a record, in ms since 1970
 *
 * That something is so of each of a list is `$not(false in ["a", "b"].($arm := $; $t($arm, "echo") < 1))`.
 */
import { isCount, type Unit } from '../harness/record/index.ts';
import { costRatio, fromThroughput, msPerOperation } from '../results/quoted.ts';
import type { Result } from '../results/result.ts';
import { answeredCalls } from '../studies/call-delay/queue.ts';
import { printedFigure, type TakeFigure } from './corners.ts';
import {
  findFigure,
  findMeasured,
  findQuoted,
  findResult,
  findSetting,
  type Named,
  pairIn,
  readBy,
  type RecordName,
  rowIn,
  type Scope,
  show,
  strictResult,
} from './scope.ts';

/** The data that a formula came upon. */
export interface Reads {
  /** Of each figure or setting read, the units that it can be stated in; none where nothing says so. */
  units: Array<readonly Unit[]>;
  /** By the id of their record. */
  results: Map<string, Named>;
}

/** How figures are taken. */
export interface Reading {
  take: TakeFigure;
  /** Takes times from the throughput that is printed beside them, where that has more digits. */
  byThroughput?: boolean;
}

/** @throws unless it is a text */
function text(what: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new Error(`got ${show(value)} for ${what}, expected a text`);
}

/** @throws unless it is a name, a place, or not given */
function optionalRecord(value: unknown): RecordName | undefined {
  return value === undefined || typeof value === 'number' ? value : text('a record', value);
}

/** A function of formulas that asks for an arm, a workload and perhaps a record. */
const ofArm =
  <Value>(read: (arm: string, workload: string, record?: RecordName) => Promise<Value>) =>
  (arm: unknown, workload: unknown, record: unknown): Promise<Value> =>
    read(text('an arm', arm), text('a workload', workload), optionalRecord(record));

/**
 * The functions over one scope, by their names without `$`. What they read is noted in `reads`. Counts, bytes
 * among them, settings, noughts, what was assumed, and paired ratios are exact numbers; other figures are taken.
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

  const figure = (end: 'value' | 'low' | 'high') => async (id: unknown, record: unknown) => {
    const asked = text('a figure', id);
    const found = await findFigure(scope, asked, optionalRecord(record));
    const number = found[end];
    if (number === undefined) {
      const expected = end === 'value' ? '$low or $high, because it is a range' : '$f';
      throw new Error(`got no ${end} in the figure "${found.id}", expected ${expected}`);
    }
    const { unit, origin, approximate } = found;
    reads.units.push([unit]);
    const isExact = origin === 'assumed' || isCount(unit) || (unit === 'B' && !approximate);
    if (isExact || number === 0) return number;
    return take(printedFigure(number, found.printed?.[end] ?? String(number), unit));
  };

  const median = async (arm: string, workload: string, record?: RecordName): Promise<number> => {
    const result = await findMeasured(scope, record);
    const { time } = rowIn(result, arm, workload);
    if (time === undefined) {
      throw new Error(
        `got no median of "${arm}" under "${workload}", expected an arm whose turns count`,
      );
    }
    reads.units.push(['ms']);
    const { value, low, high } = time;
    return take({ key: `${result.id} ${arm} ${workload}`, value, low, high, from: 'median' });
  };

  const time = async (arm: string, workload: string, record?: RecordName): Promise<number> => {
    const isOne = record !== undefined || scope.records.length === 1;
    const isMeasured = isOne && (await findResult(scope, record)).kind === 'measured';
    if (isMeasured) return median(arm, workload, record);
    const ms = msPerOperation(await findQuoted(scope, arm, workload, record), read);
    if (ms !== undefined) return ms;
    throw new Error(
      `got no time per operation of "${arm}" under "${workload}", expected totalMs and operations, or msPerOperation`,
    );
  };

  const ratio = async (arm: string, workload: string, record?: RecordName): Promise<number> => {
    const { reference } = scope.study;
    const own = await findQuoted(scope, arm, workload, record);
    const found = costRatio(own, await findQuoted(scope, reference, workload, record), read);
    if (found) return found.ratio;
    throw new Error(
      `got no ratio of "${arm}" to "${reference}" under "${workload}", expected figures of one kind of both`,
    );
  };

  const paired =
    (end: 'value' | 'low' | 'high') =>
    async (...given: unknown[]) => {
      const found = await Promise.all(
        combinationsOf(given).map(async ([of, to, workload, record]) => {
          const result = await findMeasured(scope, optionalRecord(record));
          const [one, other] = [text('an arm', of), text('an arm', to)];
          return pairIn(result, one, other, text('a workload', workload))[end];
        }),
      );
      return found.length === 1 ? found[0] : found;
    };

  const planOf = async (record: unknown) =>
    (await findMeasured(scope, optionalRecord(record))).plan;

  return {
    r: ofArm(async (...names) =>
      strictResult(await findQuoted(scope, ...names), read, (units) => reads.units.push(units)),
    ),
    f: figure('value'),
    low: figure('low'),
    high: figure('high'),
    moment: async (record: unknown) => momentOf(await findResult(scope, optionalRecord(record))),
    config: (name: unknown) => {
      const { value, unit } = findSetting(scope, text('a configuration', name));
      reads.units.push(unit === undefined ? [] : [unit]);
      return value;
    },
    t: ofArm(time),
    ratio: ofArm(ratio),
    median: ofArm(median),
    paired: paired('value'),
    from: paired('low'),
    upTo: paired('high'),
    arms: async (record: unknown) => [...(await planOf(record)).arms],
    workloads: async (record: unknown) => [...(await planOf(record)).workloads],

    frames: async (way: unknown, arm: unknown, workload: unknown, record: unknown) => {
      const result = await findMeasured(scope, optionalRecord(record));
      const { frames } = rowIn(result, text('an arm', arm), text('a workload', workload));
      if (frames && (way === 'out' || way === 'in')) return frames[way];
      throw new Error(
        `got no frames ${show(way)} of ${show(arm)} under ${show(workload)}, expected "out" or "in", and an arm whose turns count`,
      );
    },

    /** Readings of the turns of an arm that count, in their order; without a workload those of all. */
    reading: async (name: unknown, arm: unknown, workload: unknown, record: unknown) => {
      const { rows } = await findMeasured(scope, optionalRecord(record));
      const found = rows
        .filter((row) => row.arm === arm && row.workload === (workload ?? row.workload))
        .flatMap((row) => row.readings?.[text('a reading', name)] ?? []);
      if (found.length > 0) return found;
      throw new Error(`got no reading ${show(name)} of ${show(arm)}, expected some`);
    },

    answered: (calls: unknown, allowed: unknown) => answeredCalls(Number(calls), Number(allowed)),
  };
}

/** Of arguments that may each be a list, every combination of their items. */
function combinationsOf(given: readonly unknown[]): unknown[][] {
  return given.reduce<unknown[][]>(
    (all, each) => all.flatMap((before) => [each].flat().map((item: unknown) => [...before, item])),
    [[]],
  );
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
