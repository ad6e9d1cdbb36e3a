/** The one way from a record to what is shown of it: the same in the build’s files, in a page and in a terminal. */
import { quantileSorted } from 'simple-statistics';
import { withOutsideOf } from '../harness/plan/index.ts';
import type {
  Load,
  QuotedRecord,
  RoundtripRecord,
  SessionRecord,
} from '../harness/record/index.ts';
import type { End } from '../harness/run/index.ts';
import {
  analyse,
  type ArmSummary,
  bySession,
  type Cell,
  type Comparison,
  type ControlCheck,
  type Estimate,
  isUnderClock,
  pairedLogRatios,
  ratioOf,
  sortedSamplesUs,
  spentMs,
} from '../harness/statistics/index.ts';
import type { Quantity, QuantityUnit } from '../numbers/quantity.ts';
import { findOutline } from '../studies/outlines.ts';
import { additionsOf } from './additions.ts';
import { differencesBetween, differingConditions } from './conditions.ts';
import { msPerOperation as quotedMs } from './quoted.ts';
import {
  clientOf,
  type DocumentResult,
  type MeasuredResult,
  PERCENTILES,
  placeOf,
  type Ratio,
  type Result,
  type Row,
} from './result.ts';

/** Digits of a number that is kept: more than any page shows. */
const DIGITS = 9;

/**
 * Everything that is shown of a record.
 *
 * @param end how the run ended; a published record is a whole run
 * @throws RangeError for a study that does not exist, and when the plan lacks the study's reference
 */
export function resultOf(record: SessionRecord, end?: End['kind']): MeasuredResult;
export function resultOf(record: RoundtripRecord, end?: End['kind']): Result;
export function resultOf(record: RoundtripRecord, end: End['kind'] = 'complete'): Result {
  return record.kind === 'quoted' ? documentResult(record) : measuredResult(record, end);
}

function documentResult(record: QuotedRecord): DocumentResult {
  const { study, date, source, environment, figures, results } = record;
  const at = { place: placeOf(record), client: clientOf(environment.runtime) };
  return {
    kind: 'quoted',
    study,
    ...(date !== undefined && { date }),
    source,
    environment,
    rows: results.map((quoted): Row => {
      const { arm, workload, operationsPerSecond, megabytesPerSecond } = quoted;
      return {
        ...{ arm, workload, ...at, ratios: {}, counted: 0, discarded: 0, sessions: 0, quoted },
        time: quotedQuantity(quotedMs(quoted), 'ms'),
        rate: quotedQuantity(operationsPerSecond, '/s'),
        data: quotedQuantity(megabytesPerSecond, 'MB/s'),
      };
    }),
    figures,
  };
}

function quotedQuantity(value: number | undefined, unit: QuantityUnit): Quantity | undefined {
  return value ? { value: rounded(value), unit, from: 'quoted' } : undefined;
}

function measuredResult(record: SessionRecord, end: End['kind']): MeasuredResult {
  const { study: id, schema, startedAt, seed, environment, partial, plan } = record;
  const study = withOutsideOf(findOutline(id), [environment]);
  const { reference = study.reference, budgetMs } = plan;
  const subjects = (plan.subjects ?? study.subjects).filter((arm) => plan.arms.includes(arm));
  const { margin } = study;
  const analysis = analyse(record, { reference, subjects, margin });
  const cells = new Map(analysis.cells.map((cell) => [keyOf(cell), cell]));
  const compared = new Map(
    [...analysis.subjects, ...analysis.others, ...analysis.controls].map((each) => [
      keyOf(each),
      each,
    ]),
  );
  const at = { place: placeOf(record), client: clientOf(environment.runtime) };
  const conditions = new Map(
    plan.workloads.map((workload) => [
      workload,
      differingConditions(
        record,
        analysis.cells.filter((cell) => cell.workload === workload),
      ),
    ]),
  );
  const additions = plan.workloads.flatMap((workload) => {
    const own = [...cells.values()].filter((cell) => cell.workload === workload);
    return additionsOf(workload, own) ?? [];
  });
  const addedTo = ({ arm, workload }: ArmSummary): Quantity | undefined =>
    quantityOf(additions.find((each) => each.workload === workload)?.added.get(arm), 'ms');
  const isShort = (workload: string): boolean =>
    environment.setting === 'processes' &&
    analysis.arms.some(
      (each) => each.workload === workload && (each.msPerOperation?.estimate ?? SHORT) < SHORT,
    );
  const measured = analysis.arms.map((summary): Row => {
    const { arm, workload } = summary;
    const cell = cells.get(keyOf(summary));
    const conditionsIn = conditions.get(workload);
    const own = { conditions: conditionsIn?.get(arm) };
    const isEqual =
      differencesBetween(own, { conditions: conditionsIn?.get(reference) }).length === 0;
    return {
      ...{ arm, workload, ...at, ...amountsOf(summary, cell?.load) },
      ratios: ratiosOf(cells, plan.arms, summary),
      ...own,
      ...verdictOf(compared.get(keyOf(summary))),
      ...(!isEqual && { verdict: undefined, neededMs: undefined }),
      ...samplesOf(cell, environment),
      delayed: isShort(workload) ? delayedOf(cell) : undefined,
      added: addedTo(summary),
    };
  });
  const lacking = (plan.cannot ?? []).map(({ arm, workload, reason }): Row => ({
    ...{ arm, workload, ...at, cannot: reason, ratios: {}, counted: 0, discarded: 0, sessions: 0 },
  }));
  const { arms, workloads, loads, rule, rounds } = plan;
  return {
    ...{ kind: 'measured', study: id, schema, startedAt, seed, end, margin },
    tookMs: Math.round(spentMs(record.sessions)),
    rounds: analysis.rounds,
    plan: {
      ...{ arms, workloads, rule, reference, subjects },
      ...(loads && { loads }),
      ...(rounds !== undefined && { rounds }),
      ...(budgetMs !== undefined && { budgetMs }),
    },
    environment,
    ...(partial && { partial }),
    notices: analysis.notices,
    ...(additions.length > 0 && {
      additions: additions.map(({ workload, sum, beyond }) => ({
        ...{ workload, sum: quantityOf(sum, 'ms'), beyond: quantityOf(beyond, 'ms') },
      })),
    }),
    discarded: discardedOf([...cells.values()]),
    rows: workloads.flatMap((workload) =>
      [...measured, ...lacking].filter((row) => row.workload === workload),
    ),
  };
}

const keyOf = ({ arm, workload }: { arm: string; workload: string }): string =>
  `${workload} ${arm}`;

/** The amounts of a summary in the form of a row. */
function amountsOf(summary: ArmSummary, load: Load = {}) {
  const { msPerOperation, networkMs, firstMs, failure } = summary;
  return {
    counted: summary.counted,
    discarded: summary.void,
    time: quantityOf(msPerOperation, 'ms'),
    rate: quantityOf(summary.operationsPerSecond, '/s'),
    data: quantityOf(summary.megabytesPerSecond, 'MB/s'),
    connect: quantityOf(summary.connectMs, 'ms'),
    networkMs: networkMs && rounded(networkMs),
    firstMs: firstMs && rounded(firstMs),
    calls: msPerOperation && load.callsPerOperation,
    per: load.per,
    frames: summary.framesPerOperation,
    bytes: summary.bytesPerOperation,
    roundTrips: summary.roundTripsPerOperation,
    failure,
  };
}

/** The paired ratios of an arm to those before it in the plan. */
function ratiosOf(
  cells: ReadonlyMap<string, Cell>,
  arms: readonly string[],
  { arm, workload }: ArmSummary,
): Record<string, Ratio> {
  const own = cells.get(keyOf({ arm, workload }));
  return Object.fromEntries(
    arms.slice(0, arms.indexOf(arm)).flatMap((to) => {
      const other = cells.get(keyOf({ arm: to, workload }));
      const ratio = own && other && ratioOf(pairedLogRatios(own, other));
      return ratio ? [[to, { ...quantityOf(ratio, '×'), sessions: ratio.sessions }] as const] : [];
    }),
  );
}

function verdictOf(
  comparison: (Comparison & Partial<Pick<ControlCheck, 'flaw' | 'resolution'>>) | undefined,
): Pick<Row, 'verdict' | 'neededMs' | 'control'> {
  if (comparison === undefined) return {};
  const { verdict, neededMs, flaw, resolution } = comparison;
  return {
    verdict,
    neededMs: neededMs && Math.round(neededMs),
    control:
      'flaw' in comparison ? { flaw, resolution: resolution && rounded(resolution) } : undefined,
  };
}

function samplesOf(cell: Cell | undefined, { clockStepUs }: SessionRecord['environment']) {
  if (cell === undefined) return { sessions: 0 };
  const sorted = sortedSamplesUs(cell);
  const known = sorted.length > 0 && !isUnderClock(cell, sorted, clockStepUs);
  const at = (part: number) => rounded(quantileSorted([...sorted], part / 100) / 1000);
  const names = new Set(cell.units.flatMap(({ readings = {} }) => Object.keys(readings)));
  const readings: Record<string, number[]> = {};
  for (const name of names) {
    readings[name] = cell.units.flatMap((unit) => unit.readings?.[name] ?? []);
  }
  return {
    sessions: bySession(cell).size,
    ...(known && { percentiles: PERCENTILES.map(at), samples: sorted.length, max: at(100) }),
    ...(names.size > 0 && { readings }),
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
      return { arm, workload, reason, turns: units.length, ...(detail && { detail }) };
    }),
  );
}

function quantityOf(estimate: Estimate, unit: QuantityUnit): Quantity;
function quantityOf(estimate: Estimate | undefined, unit: QuantityUnit): Quantity | undefined;
function quantityOf(estimate: Estimate | undefined, unit: QuantityUnit): Quantity | undefined {
  if (estimate === undefined) return undefined;
  const { estimate: value, interval } = estimate;
  const ends = interval && { low: rounded(interval.low), high: rounded(interval.high) };
  return { value: rounded(value), ...ends, unit, from: 'measured' };
}

function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS));
}
