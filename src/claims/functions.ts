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
import { analyse } from '../harness/statistics/index.ts';
import {
  findFigure,
  findRecord,
  findResult,
  findSetting,
  optionalRecord,
  type Scope,
  show,
  strictResult,
  text,
} from './scope.ts';
import { costRatio, msPerOperation } from './cost.ts';
import { measuredFunctions } from './measured.ts';
import { type Arithmetic, noughtBeside } from './interval.ts';

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

/** What the functions came upon, which the value alone does not tell. */
export interface Reads {
  /** Unit of the figure or setting read last, as its record or configuration states it. */
  unit: Unit | undefined;
}

/**
 * The functions over one scope, by their names without `$`. What they read is noted in `reads`.
 *
 * @param arithmetic what they make of quoted figures; counts, bytes among them, settings, what was
 *   assumed, and what was measured here are exact numbers
 */
export function functionsOver<Q>(scope: Scope, reads: Reads, arithmetic: Arithmetic<Q>) {
  const result = (arm: unknown, workload: unknown, record: unknown) =>
    findResult(scope, text('an arm', arm), text('a workload', workload), optionalRecord(record));

  const recordOf = (record: unknown) => findRecord(scope, optionalRecord(record));

  const figure =
    (end: 'value' | 'low' | 'high') =>
    async (id: unknown, record: unknown): Promise<Q | number> => {
      const asked = text('a figure', id);
      const { found, beside } = await findFigure(scope, asked, optionalRecord(record));
      const number = found[end];
      if (number === undefined) {
        const expected = end === 'value' ? '$low or $high, because it is a range' : '$f';
        throw new Error(`got no ${end} in the figure "${found.id}", expected ${expected}`);
      }
      reads.unit = found.unit;
      const isCounted = isCount(found.unit) || (found.unit === 'B' && !found.approximate);
      const isExact = found.origin === 'assumed' || isCounted;
      if (isExact) return number;
      const printed = found.printed?.[end] ?? (number === 0 ? noughtBeside(beside) : undefined);
      return arithmetic.figure(number, printed);
    };

  /** The measured record meant: the one named, or the only one of the entry. */
  const measuredOf = async (record: unknown) => {
    if (record === undefined && scope.records.length !== 1) return undefined;
    const found = await recordOf(record);
    return found.kind === 'measured' ? found : undefined;
  };

  const median = async (arm: unknown, workload: unknown, record: unknown): Promise<Q | number> => {
    const found = await measuredOf(record);
    const arms = found ? analyse(found, scope.study).arms : [];
    const summary = arms.find((each) => each.arm === arm && each.workload === workload);
    const estimate = summary?.msPerOperation;
    if (estimate !== undefined) return arithmetic.median(estimate);
    throw new Error(
      `got no median of ${show(arm)} under ${show(workload)}, expected a measured record that has it`,
    );
  };

  const time = async (arm: unknown, workload: unknown, record: unknown): Promise<Q | number> => {
    if (await measuredOf(record)) return median(arm, workload, record);
    const ms = msPerOperation(await result(arm, workload, record), arithmetic);
    if (ms !== undefined) return ms;
    throw new Error(
      `got no time per operation of ${show(arm)} under ${show(workload)}, expected totalMs and operations, or msPerOperation`,
    );
  };

  /** The ratio to the reference: paired in a measured record, of two results in quoted ones. */
  const findRatio = async (arm: unknown, workload: unknown, record: unknown) => {
    const found = await measuredOf(record);
    if (found) {
      const { subjects, others, controls } = analyse(found, scope.study);
      const all = [...subjects, ...others, ...controls];
      return all.find((each) => each.arm === arm && each.workload === workload)?.ratio?.estimate;
    }
    const own = await result(arm, workload, record);
    const reference = await result(scope.study.reference, workload, record);
    return costRatio(own, reference, arithmetic)?.ratio;
  };

  const ratio = async (arm: unknown, workload: unknown, record: unknown): Promise<Q | number> => {
    const value = await findRatio(arm, workload, record);
    if (value !== undefined) return value;
    throw new Error(
      `got no ratio of ${show(arm)} to "${scope.study.reference}" under ${show(workload)}, expected figures of one kind of both`,
    );
  };

  return {
    r: async (arm: unknown, workload: unknown, record: unknown) =>
      strictResult(await result(arm, workload, record), arithmetic),
    f: figure('value'),
    low: figure('low'),
    high: figure('high'),
    moment: async (record: unknown) => momentOf(await recordOf(record)),
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
function momentOf(record: Awaited<ReturnType<typeof findRecord>>): number {
  const date = record.kind === 'quoted' ? record.date : record.startedAt;
  if (date === undefined) {
    throw new Error('got a record without a date, expected one whose source gives it');
  }
  const zoned = /T/.test(date) && !/(Z|[+-]\d{2}:\d{2})$/.test(date) ? `${date}Z` : date;
  const ms = Date.parse(zoned);
  if (!Number.isNaN(ms)) return ms;
  throw new Error(`got date "${date}", expected ISO 8601 such as 2025-01-02T12:28:52`);
}
