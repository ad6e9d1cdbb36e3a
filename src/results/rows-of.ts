/** The one way from records to a result: the same in the build’s files, in a page and in a terminal. */
import { withOutsideOf } from '../core/plan/index.ts';
import type { QuotedRecord, SessionRecord } from '../core/record/index.ts';
import type { End } from '../core/run/index.ts';
import {
  type Cell,
  cellsOf,
  firstToRest,
  type Notice,
  notices,
  spentMs,
} from '../core/statistics/index.ts';
import { groupsOf } from '../libraries/studies/groups.ts';
import { findOutline } from '../libraries/studies/outlines.ts';
import type { Quantity, QuantityUnit } from './numbers/quantity.ts';
import { msPerOperation as quotedMs } from './quoted.ts';
import { clientOf, type DocumentResult, type MeasuredResult, placeOf, type Row } from './result.ts';
import { rounded, WorkloadTable } from './workload-table.ts';

/** The records of a plan’s launches, in the order in which they began; that of a run is the only one. */
export type Launches = readonly [SessionRecord, ...SessionRecord[]];

/** The result of an outside document. */
export function quotedResultOf(record: QuotedRecord): DocumentResult {
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

/**
 * The result of launches of one plan, or of a single run.
 *
 * @param end how a run ended; a launch of a plan is complete
 * @throws RangeError for a study that does not exist, and when the plan lacks the reference
 */
export function resultOf(launches: Launches, end: End['kind'] = 'complete'): MeasuredResult {
  const [{ study: id, startedAt, seed, environment, plan }] = launches;
  const study = withOutsideOf(findOutline(id), [environment]);
  const { reference = study.reference, arms, workloads, loads, turns, rule } = plan;
  if (!arms.includes(reference)) {
    throw new RangeError(`reference is "${reference}", expected one of ${arms.join(', ')}`);
  }
  const cells = cellsOf(launches);
  const tables = workloads.map((workload) => {
    const own = cells.filter((cell) => cell.workload === workload);
    const plain = groupsOf(study, arms, environment.accept).flatMap((group) =>
      group.arms.map((arm) => [arm, group.plain] as const),
    );
    return new WorkloadTable(launches[0], own, reference, new Map(plain));
  });
  // The family of drifts is the whole plan; that of classes is one table, which shows one workload.
  const marked = tables.reduce((sum, table) => sum + table.marked.length, 0);
  const timed = cells.filter((cell) => firstToRest(cell).length > 1).length;
  const rows = tables.flatMap((table) => table.rows({ drifts: marked, firsts: timed }));
  const spent = launches.reduce((sum, { sessions }) => sum + spentMs(sessions), 0);
  const roundsIn = (workload: string) =>
    Math.max(
      0,
      ...cells
        .filter((cell) => cell.workload === workload)
        .map(({ units }) => new Set(units.map(({ session, round }) => `${session} ${round}`)).size),
    );
  return {
    kind: 'measured',
    study: id,
    startedAt,
    lastStartedAt: launches.length > 1 ? launches.at(-1)?.startedAt : undefined,
    launches: launches.length,
    seed,
    end,
    tookMs: Math.round(spent),
    rounds: Math.max(...workloads.map(roundsIn)),
    plan: {
      arms,
      workloads,
      rule,
      reference,
      subjects: (plan.subjects ?? study.subjects).filter((arm) => arms.includes(arm)),
      loads,
      turns,
      rounds: plan.rounds,
      budgetMs: plan.budgetMs,
    },
    environment,
    partial: launches.some((launch) => launch.partial) ? true : undefined,
    notices: [
      ...noticesOf(launches),
      ...rows.flatMap(({ workload, arm, withheld = {} }) =>
        Object.values(withheld).map(({ value }) => {
          return { name: 'drift' as const, workload, arm, by: rounded(value - 1) };
        }),
      ),
    ],
    discarded: discardedOf(cells),
    rows,
  };
}

/** The oddities that more than half of the launches show. By how much is that of the first that does. */
function noticesOf(launches: Launches): Notice[] {
  const found = launches.flatMap((launch) => notices(launch));
  const alike = Map.groupBy(found, ({ name, workload, arm }) =>
    JSON.stringify([name, workload, arm]),
  );
  return [...alike.values()].flatMap((same) =>
    same[0] !== undefined && 2 * same.length > launches.length ? [same[0]] : [],
  );
}

function discardedOf(cells: readonly Cell[]): MeasuredResult['discarded'] {
  return cells.flatMap(({ arm, workload, discarded }) =>
    [...Map.groupBy(discarded, (unit) => unit.discardedBecause ?? 'error')].map(
      ([reason, units]) => {
        const detail = units.find((unit) => unit.detail !== undefined)?.detail;
        return { arm, workload, reason, turns: units.length, detail };
      },
    ),
  );
}
