/** Several runs of one plan as one result. */
import type { SessionRecord } from '../harness/record/index.ts';
import { notices } from '../harness/statistics/index.ts';
import type { MeasuredResult, RunFacts } from './result.ts';
import { resultOf } from './rows-of.ts';

/** Fewest runs that are taken together: of two, nobody can tell how much runs differ. */
export const FEWEST_RUNS = 3;

/**
 * The rows of all runs together: sessions and their turns count alike, and intervals hold across the runs. A trend
 * or two humps are looked for in each run alone, because runs may differ.
 *
 * @param records of one plan and one place, in the order in which they began; a single one is its own result
 * @throws RangeError where there is none
 */
export function resultOfRuns(records: readonly SessionRecord[]): MeasuredResult {
  const [first, ...more] = records;
  if (first === undefined) throw new RangeError('records: got none, expected one or more');
  if (more.length === 0) return resultOf(first);
  const sessions = records.flatMap((record, run) =>
    record.sessions.map((session) => ({ ...session, run })),
  );
  const isPartial = records.some(({ partial }) => partial);
  const result = resultOf({ ...first, looks: [], sessions, ...(isPartial && { partial: true }) });
  const odd = records.flatMap((record) => notices(record));
  return {
    ...result,
    runs: records.map(({ startedAt, seed, environment: { loadAverage } }): RunFacts => ({
      ...{ startedAt, seed },
      ...(loadAverage !== undefined && { loadAverage }),
    })),
    notices: [...new Map(odd.map((each) => [JSON.stringify(each), each])).values()],
  };
}
