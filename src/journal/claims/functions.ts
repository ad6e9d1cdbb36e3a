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
 * - `$answered(calls, allowed)`: calls answered, in runs of the model in `src/libraries/studies/call-delay/queue.ts`
 * - `$moment(record?)`: date of a record, in ms since 1970
 *
 * `$not(false in ["a", "b"].($arm := $; $t($arm, "echo") < 1))` says that something is so of each of a list.
 */
import { isCount, type Unit } from '../../core/record/index.ts';
import { costRatio, msPerOperation } from '../../results/quoted.ts';
import type { Result } from '../../results/result.ts';
import { answeredCalls } from '../../libraries/studies/call-delay/queue.ts';
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

/**
 * The functions over one scope, by their names without `$`. What they read is noted in `reads`. Counts, bytes
 * among them, settings, noughts, what was assumed, and paired ratios are exact numbers; other figures are taken.
 */
export function functionsOver(given: Scope, reads: Reads, take: TakeFigure) {
  const scope: Scope = {
    ...given,
    find: async (id) => {
      const found = await given.find(id);
      reads.results.set(id, found);
      return found;
    },
  };
  const read = readBy(take);

  const figure = (end: 'value' | 'low' | 'high') => async (id: string, record?: RecordName) => {
    const found = await findFigure(scope, id, record);
    const number = found[end];
    if (number === undefined) {
      const expected = end === 'value' ? '$low or $high, because it is a range' : '$f';
      throw new Error(`got no ${end} in the figure "${id}", expected ${expected}`);
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
    if (found !== undefined) return found;
    throw new Error(
      `got no ratio of "${arm}" to "${reference}" under "${workload}", expected figures of one kind of both`,
    );
  };

  const paired =
    (end: 'value' | 'low' | 'high') =>
    async (...given: Array<string | string[]>) => {
      const found = await Promise.all(
        combinationsOf(given).map(async ([of = '', to = '', workload = '', record]) => {
          return pairIn(await findMeasured(scope, record), of, to, workload)[end];
        }),
      );
      return found.length === 1 ? found[0] : found;
    };

  return {
    r: async (arm: string, workload: string, record?: RecordName) => {
      const found = await findQuoted(scope, arm, workload, record);
      return strictResult(found, read, (units) => reads.units.push(units));
    },
    f: figure('value'),
    low: figure('low'),
    high: figure('high'),
    moment: async (record?: RecordName) => momentOf(await findResult(scope, record)),
    config: (name: string) => {
      const { value, unit } = findSetting(scope, name);
      reads.units.push(unit === undefined ? [] : [unit]);
      return value;
    },
    t: time,
    ratio,
    median,
    paired: paired('value'),
    from: paired('low'),
    upTo: paired('high'),
    arms: async (record?: RecordName) => [...(await findMeasured(scope, record)).plan.arms],
    workloads: async (record?: RecordName) => [
      ...(await findMeasured(scope, record)).plan.workloads,
    ],

    frames: async (way: 'out' | 'in', arm: string, workload: string, record?: RecordName) => {
      const { frames } = rowIn(await findMeasured(scope, record), arm, workload);
      if (frames?.[way] !== undefined) return frames[way];
      throw new Error(
        `got no frames ${show(way)} of "${arm}" under "${workload}", expected "out" or "in", and an arm whose turns count`,
      );
    },

    /** Readings of the turns of an arm that count, in their order; without a workload those of all. */
    reading: async (name: string, arm: string, workload?: string, record?: RecordName) => {
      const { rows } = await findMeasured(scope, record);
      const found = rows
        .filter((each) => each.arm === arm && each.workload === (workload ?? each.workload))
        .flatMap((each) => each.readings?.[name] ?? []);
      if (found.length > 0) return found;
      throw new Error(`got no reading ${show(name)} of ${show(arm)}, expected some`);
    },

    answered: answeredCalls,
  };
}

/** Of arguments that may each be a list, every combination of their items. */
function combinationsOf(given: ReadonlyArray<string | string[]>): string[][] {
  return given.reduce<string[][]>(
    (all, each) => all.flatMap((before) => [each].flat().map((item) => [...before, item])),
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
