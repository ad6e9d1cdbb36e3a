/** The one way from records to a result: the same in the build’s files, in a page and in a terminal. */
import { withOutsideOf } from '../core/plan/index.ts';
import { type QuotedRecord, type SessionRecord, CONTROL, NETWORK } from '../core/record/index.ts';
import type { End } from '../core/run/index.ts';
import {
  type Cell,
  cellsOf,
  firstToRest,
  type Notice,
  notices,
  spentMs,
  changeOf,
  classOf,
  type Drift,
  driftOf,
  intervalFor,
  isUnderClock,
  type LaunchValue,
  launchValues,
  MARGIN,
  percentileOf,
  ratioOf,
  sharedAlpha,
  sortedSamplesUs,
  summarise,
} from '../core/statistics/index.ts';
import { groupsOf } from '../libraries/studies/groups.ts';
import { findOutline } from '../libraries/studies/outlines.ts';
import { measured, type Quantity, type QuantityUnit } from './numbers/quantity.ts';
import { msPerOperation as quotedMs } from './tables/quoted.ts';
import {
  clientOf,
  type DocumentResult,
  type MeasuredResult,
  placeOf,
  type Row,
  type Condition,
  PERCENTILES,
  type Ratio,
} from './result.ts';
import { differencesBetween, differingConditions } from './conditions.ts';

/** The records of a plan’s launches, in the order in which they began; that of a run is the only one. */
export type Launches = readonly [SessionRecord, ...SessionRecord[]];

/** The fields of a row that nothing was measured for here. */
const WITHOUT_TURNS = { ratios: {}, counted: 0, discarded: 0, sessions: 0 };

/** The result of an outside document. */
export function quotedResultOf(record: QuotedRecord): DocumentResult {
  const { study, date, source, environment, figures, results } = record;
  const at = { place: placeOf(record), client: clientOf(environment.runtime) };
  const printed = (value: number | undefined, unit: QuantityUnit): Quantity | undefined =>
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
        ...WITHOUT_TURNS,
        quoted,
        time: printed(quotedMs(quoted), 'ms'),
        rate: printed(operationsPerSecond, '/s'),
        data: printed(megabytesPerSecond, 'MB/s'),
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
  const rounds = cells.map(
    ({ units }) => new Set(units.map(({ session, round }) => `${session} ${round}`)).size,
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
    rounds: Math.max(0, ...rounds),
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
      ...tables.flatMap((table) =>
        table.withheld(marked).map(({ cell: { workload, arm }, to, drift }) => {
          const by = rounded(drift.value - 1);
          return { name: 'drift' as const, workload, arm, to: to.arm, by };
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

/** Digits of a number that is kept: more than any page shows. */
const DIGITS = 9;

function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(DIGITS));
}

function amount(value: number | undefined, unit: QuantityUnit): Quantity | undefined {
  return measured(value && rounded(value), unit);
}

/** The numbers of an object with as many digits as are kept. */
function shortened<Numbers extends object>(numbers: Numbers): Numbers {
  const found = Object.entries(numbers).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'number' ? rounded(value) : value,
  ]);
  return Object.fromEntries(found) as Numbers;
}

/** A ratio that has a mark in the table of its workload: to the reference, or to the plain way of its group. */
interface Marked {
  cell: Cell;
  to: Cell;
  values: readonly LaunchValue[];
}

/** The rows of one workload, whose ratios are judged together. */
class WorkloadTable {
  readonly marked: readonly Marked[];
  readonly #record: SessionRecord;
  readonly #cells: readonly Cell[];
  readonly #reference: string;
  readonly #plain: ReadonlyMap<string, string>;
  readonly #conditions: ReadonlyMap<string, Condition[]>;

  /** @param plain the plain way of each arm’s group */
  constructor(
    record: SessionRecord,
    cells: readonly Cell[],
    reference: string,
    plain: ReadonlyMap<string, string>,
  ) {
    this.#record = record;
    this.#cells = cells;
    this.#reference = reference;
    this.#plain = plain;
    this.#conditions = differingConditions(record, cells);
    const pairs = cells.flatMap((cell) =>
      [...new Set([reference, plain.get(cell.arm)])].flatMap((to) => {
        const other = this.#cellOf(to);
        if (other === undefined || other === cell || cell.arm === CONTROL) return [];
        // The reference beside a plain way is the plain way beside the reference.
        return cell.arm === reference ? [[other, cell] as const] : [[cell, other] as const];
      }),
    );
    const once = new Map(pairs.map((pair) => [pairKey(pair.map(({ arm }) => arm)), pair]));
    this.marked = [...once.values()].flatMap(([cell, to]) => {
      const values = this.#valuesOf(cell, to);
      return values.length > 0 && this.#isEqual(cell, to) ? [{ cell, to, values }] : [];
    });
  }

  rows(families: { drifts: number; firsts: number }): Row[] {
    const { plan, environment } = this.#record;
    const [workload = ''] = this.#cells.map((cell) => cell.workload);
    const at = { place: placeOf(this.#record), client: clientOf(environment.runtime) };
    const drifting = new Set(
      this.withheld(families.drifts).map(({ cell, to }) => pairKey([cell.arm, to.arm])),
    );
    const summaries = this.#cells.map((cell) => ({ cell, summary: summarise(cell) }));
    const isShort =
      environment.setting === 'processes' &&
      summaries.some(({ summary: { ms = SHORT } }) => ms < SHORT);
    const found = summaries.map(({ cell, summary }): Row => {
      const { arm, load } = cell;
      const ratios: Record<string, Ratio> = {};
      const withheld: Record<string, Drift> = {};
      for (const other of this.#cells.slice(0, this.#cells.indexOf(cell))) {
        if (drifting.has(pairKey([arm, other.arm]))) {
          const drift = driftOf(this.#valuesOf(cell, other), families.drifts);
          if (drift !== undefined) withheld[other.arm] = shortened(drift);
          continue;
        }
        const ratio = this.#ratioOf(cell, other);
        if (ratio !== undefined) ratios[other.arm] = ratio;
      }
      const { ms: median, counted, discarded, failure, frames, bytes, roundTrips } = summary;
      const ms = this.#timeOf(cell, drifting) ?? median;
      const perSecond = ms !== undefined && ms > 0 ? 1000 / ms : undefined;
      const megabytes = load.bytesPerOperation && load.bytesPerOperation / 1e6;
      const first = changeOf(firstToRest(cell), families.firsts);
      const change = this.#driftOf(cell);
      return {
        arm,
        workload,
        ...at,
        counted,
        discarded,
        time: amount(ms, 'ms'),
        rate: amount(perSecond, '/s'),
        data: amount(megabytes && perSecond && megabytes * perSecond, 'MB/s'),
        connect: amount(summary.connectMs, 'ms'),
        firstMs: summary.firstMs && rounded(summary.firstMs),
        networkMs: summary.networkMs && rounded(summary.networkMs),
        calls: median && load.callsPerOperation,
        per: load.per,
        frames,
        bytes,
        roundTrips,
        failure,
        ratios,
        withheld: Object.keys(withheld).length > 0 ? withheld : undefined,
        drift: change === undefined ? undefined : rounded(change),
        first: first && shortened(first),
        conditions: this.#conditions.get(arm),
        control: arm === CONTROL ? this.#control(cell, plan.workloads.length) : undefined,
        ...samplesOf(cell, environment),
        delayed: isShort ? delayedOf(cell) : undefined,
      };
    });
    const lacking = (plan.cannot ?? [])
      .filter((lack) => lack.workload === workload)
      .map(({ arm, reason }): Row => ({ arm, workload, ...at, cannot: reason, ...WITHOUT_TURNS }));
    return [...found, ...lacking];
  }

  /** The ratios with a mark that changed too much during their launches. @param family all of the plan */
  withheld(family: number): Array<Pick<Marked, 'cell' | 'to'> & { drift: Drift }> {
    return this.marked.flatMap(({ cell, to, values }) => {
      const drift = driftOf(values, family);
      return drift?.withheld ? [{ cell, to, drift }] : [];
    });
  }

  #cellOf(arm: string | undefined): Cell | undefined {
    return this.#cells.find((cell) => cell.arm === arm);
  }

  /**
   * The values of a ratio; the reference as a partner has the control beside it. A pair has one ratio, whichever side
   * it is seen from.
   */
  #valuesOf(cell: Cell, to: Cell): LaunchValue[] {
    if (cell.arm === this.#reference) {
      return this.#valuesOf(to, cell).map(({ value, sessions, drift }) => ({
        value: -value,
        sessions: sessions.map((each) => -each),
        drift: drift && -drift,
      }));
    }
    const control = to.arm === this.#reference ? this.#cellOf(CONTROL) : undefined;
    return launchValues(cell, to, control);
  }

  #ratioOf(cell: Cell, to: Cell): Ratio | undefined {
    const found = ratioOf(this.#valuesOf(cell, to));
    if (found === undefined) return undefined;
    const { next, ...numbers } = found;
    const key = pairKey([cell.arm, to.arm]);
    const isMarked = this.marked.some((each) => pairKey([each.cell.arm, each.to.arm]) === key);
    return {
      ...shortened(numbers),
      next: next && shortened(next),
      unit: '×',
      from: 'measured',
      class: isMarked ? classOf(found, this.marked.length) : undefined,
    };
  }

  /**
   * The median of the plain way of the arm’s group, multiplied by the ratio to it, in ms: so times and ratios of one
   * table never disagree. The time of the reference stands in for a plain way that is not there, or whose ratio is
   * withheld.
   *
   * @param drifting the pairs whose ratio is withheld
   * @returns undefined of an arm that has no ratio to either
   */
  #timeOf(cell: Cell, drifting: ReadonlySet<string>): number | undefined {
    for (const arm of [this.#plain.get(cell.arm), this.#reference]) {
      if (arm === cell.arm) return summarise(cell).ms;
      const to = this.#cellOf(arm);
      if (to === undefined || drifting.has(pairKey([cell.arm, to.arm]))) continue;
      const ms = this.#timeOf(to, drifting);
      const ratio = ratioOf(this.#valuesOf(cell, to))?.value;
      if (ms !== undefined && ratio !== undefined) return ms * ratio;
    }
    return undefined;
  }

  /** The change of a library’s ratio to the reference, without a family. */
  #driftOf(cell: Cell): number | undefined {
    const reference = this.#cellOf(this.#reference);
    if (reference === undefined || reference === cell || cell.arm === CONTROL) return undefined;
    return driftOf(this.#valuesOf(cell, reference), 1)?.value;
  }

  #isEqual(cell: Cell, to: Cell): boolean {
    const [own, its] = [cell, to].map(({ arm }) => ({ conditions: this.#conditions.get(arm) }));
    return differencesBetween(own ?? {}, its).length === 0;
  }

  /** The reference beside itself; one interval of each workload is looked at. */
  #control(cell: Cell, workloads: number): Row['control'] {
    const reference = this.#cellOf(this.#reference);
    const ratio = reference && ratioOf(launchValues(cell, reference));
    const [own, strict] = [1, workloads].map(
      (family) => ratio && intervalFor(ratio, sharedAlpha(family)),
    );
    if (own === undefined || strict === undefined) return { flaw: 'no-interval' };
    const resolution = rounded(Math.sqrt(own.high / own.low) - 1);
    if (strict.low > 1 || strict.high < 1) return { flaw: 'differs', resolution };
    return resolution > MARGIN ? { flaw: 'wide', resolution } : { resolution };
  }
}

/** The same for a pair in either order. */
const pairKey = (arms: readonly string[]): string => arms.toSorted().join('\n');

function samplesOf(cell: Cell, { clockStepUs }: SessionRecord['environment']) {
  const sorted = sortedSamplesUs(cell);
  const known = sorted.length > 0 && !isUnderClock(cell, sorted, clockStepUs);
  const at = (percent: number) => {
    const us = percentileOf(sorted, percent);
    return us === undefined ? null : rounded(us / 1000);
  };
  const names = new Set(cell.units.flatMap(({ readings = {} }) => Object.keys(readings)));
  // It stands in the row as one time.
  names.delete(NETWORK);
  const readings = Object.fromEntries(
    [...names].map((name) => [name, cell.units.flatMap((unit) => unit.readings?.[name] ?? [])]),
  );
  return {
    sessions: new Set(cell.units.map(({ session }) => session)).size,
    percentiles: known ? PERCENTILES.map(at) : undefined,
    samples: known ? sorted.length : undefined,
    max: known ? rounded((sorted.at(-1) ?? 0) / 1000) : undefined,
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

function delayedOf(cell: Cell): number | undefined {
  const times = sortedSamplesUs(cell);
  const isDelayed = (us: number): boolean =>
    ACKNOWLEDGED.some(([from, to]) => us / 1000 >= from && us / 1000 <= to);
  const found = times.filter(isDelayed).length;
  return found === 0 ? undefined : rounded(found / times.length);
}
