/** The one way from a record to its result: the same in the build’s files, in a page and in a terminal. */
import { quantileSorted } from 'simple-statistics';
import { withOutsideOf } from '../core/plan/index.ts';
import type { QuotedRecord, RoundtripRecord, SessionRecord } from '../core/record/index.ts';
import type { End } from '../core/run/index.ts';
import {
  analyse,
  bySession,
  type Cell,
  type Comparison,
  type ControlCheck,
  isUnderClock,
  notices,
  sortedSamplesUs,
  spentMs,
} from '../core/statistics/index.ts';
import type { Quantity, QuantityUnit } from './numbers/quantity.ts';
import { findOutline } from '../libraries/studies/outlines.ts';
import { amountsOf, ratiosOf, rounded } from './amounts.ts';
import { differencesBetween, differingConditions } from './conditions.ts';
import { heldOutRatios } from './held-out.ts';
import { msPerOperation as quotedMs } from './quoted.ts';
import {
  clientOf,
  type DocumentResult,
  type MeasuredResult,
  PERCENTILES,
  placeOf,
  type Result,
  type Row,
  type RunFacts,
} from './result.ts';

/**
 * The result of a record.
 *
 * @param end how the run ended; a published record is a whole run
 * @throws RangeError for a study that does not exist, and when the plan lacks the study's reference
 */
export function resultOf(record: SessionRecord, end?: End['kind']): MeasuredResult;
export function resultOf(record: RoundtripRecord, end?: End['kind']): Result;
export function resultOf(record: RoundtripRecord, end: End['kind'] = 'complete'): Result {
  return record.kind === 'quoted' ? documentResult(record) : measuredResult(record, end);
}

/**
 * The rows of all runs together: sessions and their turns count alike, and intervals hold across the runs. A trend
 * or two humps are looked for in each run alone, because runs may differ.
 *
 * @param records of one plan and one place, in the order in which they began; a single one is its own result
 * @param heldOut one more of that plan, which is compared with what the others give for the next run
 * @throws RangeError where there is none, or where one is held out and a single one is left
 */
export function resultOfRuns(
  records: readonly SessionRecord[],
  heldOut?: SessionRecord,
): MeasuredResult {
  const [first, ...more] = records;
  if (first === undefined) throw new RangeError('records: got none, expected one or more');
  if (more.length === 0 && heldOut === undefined) return resultOf(first);
  const sessions = records.flatMap((record, run) =>
    record.sessions.map((session) => ({ ...session, run })),
  );
  const partial = records.some((record) => record.partial) ? true : undefined;
  const result = resultOf({ ...first, looks: [], sessions, partial });
  const odd = records.flatMap((record) => notices(record));
  return {
    ...result,
    runs: records.map(factsOf),
    heldOut: heldOut && { ...factsOf(heldOut), ...heldOutRatios(result, resultOf(heldOut)) },
    notices: [...new Map(odd.map((each) => [JSON.stringify(each), each])).values()],
  };
}

function factsOf({ startedAt, seed, environment: { loadAverage } }: SessionRecord): RunFacts {
  return { startedAt, seed, loadAverage };
}

function documentResult(record: QuotedRecord): DocumentResult {
  const { study, date, source, environment, figures, results } = record;
  const at = { place: placeOf(record), client: clientOf(environment.runtime) };
  const quantityIn = (value: number | undefined, unit: QuantityUnit): Quantity | undefined =>
    value ? { value: rounded(value), unit, from: 'quoted' } : undefined;
  return {
    kind: 'quoted',
    study,
    date,
    source,
    environment,
    rows: results.map((quoted): Row => {
      const { arm, workload, operationsPerSecond, megabytesPerSecond } = quoted;
      return {
        arm,
        workload,
        ...at,
        ratios: {},
        counted: 0,
        discarded: 0,
        sessions: 0,
        quoted,
        time: quantityIn(quotedMs(quoted), 'ms'),
        rate: quantityIn(operationsPerSecond, '/s'),
        data: quantityIn(megabytesPerSecond, 'MB/s'),
      };
    }),
    figures,
  };
}

function measuredResult(record: SessionRecord, end: End['kind']): MeasuredResult {
  const { study: id, schema, startedAt, seed, environment, partial, plan } = record;
  const study = withOutsideOf(findOutline(id), [environment]);
  const { reference = study.reference, budgetMs } = plan;
  const subjects = (plan.subjects ?? study.subjects).filter((arm) => plan.arms.includes(arm));
  const analysis = analyse(record, { reference, subjects, margin: study.margin });
  const { arms, workloads, loads, rule, rounds, launches } = plan;
  return {
    kind: 'measured',
    study: id,
    schema,
    startedAt,
    seed,
    end,
    margin: study.margin,
    tookMs: Math.round(spentMs(record.sessions)),
    rounds: analysis.rounds,
    plan: { arms, workloads, rule, reference, subjects, loads, rounds, budgetMs, launches },
    environment,
    partial,
    notices: analysis.notices,
    discarded: discardedOf(analysis.cells),
    rows: plan.workloads.flatMap((workload) => rowsIn(record, analysis, workload, reference)),
  };
}

/** The rows of one workload, those of arms that cannot do it last. */
function rowsIn(
  record: SessionRecord,
  analysis: ReturnType<typeof analyse>,
  workload: string,
  reference: string,
): Row[] {
  const { environment, plan } = record;
  const isOwn = (each: { workload: string }): boolean => each.workload === workload;
  const cells = analysis.cells.filter(isOwn);
  const arms = analysis.arms.filter(isOwn);
  const compared = [...analysis.subjects, ...analysis.others, ...analysis.controls].filter(isOwn);
  const conditions = differingConditions(record, cells);
  const at = { place: placeOf(record), client: clientOf(environment.runtime) };
  const isShort =
    environment.setting === 'processes' &&
    arms.some(({ msPerOperation }) => (msPerOperation?.estimate ?? SHORT) < SHORT);
  const measured = arms.map((summary): Row => {
    const { arm } = summary;
    const cell = cells.find((each) => each.arm === arm);
    const own = { conditions: conditions.get(arm) };
    const isEqual = differencesBetween(own, { conditions: conditions.get(reference) }).length === 0;
    const judged = verdictOf(compared.findLast((each) => each.arm === arm));
    return {
      arm,
      workload,
      ...at,
      ...amountsOf(summary, cell?.load),
      ratios: ratiosOf(cells, plan.arms, cell),
      ...own,
      verdict: isEqual ? judged.verdict : undefined,
      neededMs: isEqual ? judged.neededMs : undefined,
      control: judged.control,
      ...samplesOf(cell, environment),
      delayed: isShort ? delayedOf(cell) : undefined,
    };
  });
  const lacking = (plan.cannot ?? [])
    .filter(isOwn)
    .map(({ arm, reason }): Row => ({
      arm,
      workload,
      ...at,
      cannot: reason,
      ratios: {},
      counted: 0,
      discarded: 0,
      sessions: 0,
    }));
  return [...measured, ...lacking];
}

function verdictOf(
  comparison: Comparison | ControlCheck | undefined,
): Pick<Row, 'verdict' | 'neededMs' | 'control'> {
  if (comparison === undefined) return {};
  const { verdict, neededMs } = comparison;
  const found = { verdict, neededMs: neededMs && Math.round(neededMs), control: undefined };
  if (!('flaw' in comparison)) return found;
  const { flaw, resolution } = comparison;
  return { ...found, control: { flaw, resolution: resolution && rounded(resolution) } };
}

function samplesOf(cell: Cell | undefined, { clockStepUs }: SessionRecord['environment']) {
  if (cell === undefined) return { sessions: 0 };
  const sorted = sortedSamplesUs(cell);
  const known = sorted.length > 0 && !isUnderClock(cell, sorted, clockStepUs);
  const at = (part: number) => rounded(quantileSorted([...sorted], part / 100) / 1000);
  const names = new Set(cell.units.flatMap(({ readings = {} }) => Object.keys(readings)));
  const readings = Object.fromEntries(
    [...names].map((name) => [name, cell.units.flatMap((unit) => unit.readings?.[name] ?? [])]),
  );
  return {
    sessions: bySession(cell).size,
    percentiles: known ? PERCENTILES.map(at) : undefined,
    samples: known ? sorted.length : undefined,
    max: known ? at(100) : undefined,
    readings: names.size > 0 ? readings : undefined,
  };
}

/** Times in ms around the 40 ms for which Linux holds back an acknowledgement, once and twice. */
const ACKNOWLEDGED = [
  [35, 50],
  [75, 105],
] as const;

/** A call that takes longer than this with every arm, in ms, may take as long without any acknowledgement. */
const SHORT = 10;

function delayedOf(cell: Cell | undefined): number | undefined {
  const times = cell === undefined ? [] : sortedSamplesUs(cell);
  const isDelayed = (us: number): boolean =>
    ACKNOWLEDGED.some(([from, to]) => us / 1000 >= from && us / 1000 <= to);
  const found = times.filter(isDelayed).length;
  return found === 0 ? undefined : rounded(found / times.length);
}

function discardedOf(cells: readonly Cell[]): MeasuredResult['discarded'] {
  return cells.flatMap(({ arm, workload, discarded }) =>
    [...Map.groupBy(discarded, (unit) => unit.void ?? 'error')].map(([reason, units]) => {
      const detail = units.find((unit) => unit.detail !== undefined)?.detail;
      return { arm, workload, reason, turns: units.length, detail };
    }),
  );
}
