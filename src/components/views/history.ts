/** View: what a study's journal found over time. */
import {
  formatCount,
  formatDay,
  formatMegabytes,
  formatMs,
  formatNumber,
  formatRate,
  NONE,
} from '../../figures/format.ts';
import {
  history as historyFigure,
  type HistoryArm,
  type HistoryPanel,
  type HistoryRow,
} from '../../figures/history.ts';
import type { Mark } from '../../figures/figure.ts';
import type { QuotedResult } from '../../harness/quoted-record.ts';
import { TWIN, type WorkloadOutline } from '../../harness/study.ts';
import type { EntryPage, MeasuredRun, QuotedRun } from '../entry-data.ts';
import type { Cell, View } from '../view.ts';
import { msPerOperation } from './figures-of.ts';
import { grouped } from './page.ts';
import { hangOf } from './results.ts';

/** What the history needs of an entry's page. */
export type HistoryPage = Pick<EntryPage, 'study' | 'runs' | 'quoted' | 'names' | 'href'> & {
  entry: {
    data: Pick<
      EntryPage['entry']['data'],
      'title' | 'place' | 'timestamp' | 'commit' | 'state' | 'methodChanged'
    >;
  };
};

/** A record of an entry, with its results. */
interface Row extends HistoryRow {
  measured: boolean;
  page: HistoryPage;
  results: Found[];
}

/** One result: an amount with its unit, or what stands in place of one. */
interface Found {
  arm: string;
  workload: string;
  unit: string;
  value: number | undefined;
  instead: string | undefined;
  /** Whether its entry has another run of the same test before it, which the line goes through. */
  again: boolean;
}

const TIME = 'ms per operation';
const THROUGHPUT = 'operations / s';
const DATA = 'MB/s';

/**
 * The journal of a study from its first entry on. Quoted results that a later entry only repeats
 * are shown once. Without any result there is no figure, and the table says so.
 *
 * @param pages the entries of one study, in any order
 * @throws RangeError when there are none
 */
export function historyView(pages: readonly HistoryPage[]): View {
  const [first] = pages;
  if (first === undefined) throw new RangeError('historyView: got no entry, expected at least one');
  const { study, names } = first;
  const rows = rowsOf([...pages].sort((a, b) => a.entry.data.place - b.entry.data.place));
  const panels = study.workloads.flatMap((workload) => panelsOf(workload, rows, names));
  const drawn = new Set(panels.flatMap(({ points }) => points.map(({ arm }) => arm)));
  const arms = study.arms
    .map(({ label, system }, index): HistoryArm => ({
      label,
      system,
      second: study.arms.slice(0, index).some((other) => other.system === system),
    }))
    .filter(({ label }) => drawn.has(label));
  const marks: Mark[] = [
    ...(rows.some(({ measured }) => !measured) ? (['quoted'] as const) : []),
    ...(rows.some(({ measured }) => measured) ? (['derived'] as const) : []),
  ];
  return {
    id: 'history',
    title: 'The journal over time',
    ...(panels.length > 0 && {
      figure: (width: number) => historyFigure({ rows, panels, arms, format, width }),
    }),
    marks,
    source: 'Source: the records of the entries, each named with its commit.',
    table: {
      caption: 'Results over the journal',
      marks,
      note: 'Medians where measured here; otherwise as the source printed them.',
      columns: [
        { label: 'Entry' },
        { label: 'Dated' },
        { label: 'Commit' },
        { label: 'Setting' },
        { label: 'System' },
        { label: 'Result', number: true },
        { label: 'Unit' },
      ],
      groups: study.workloads.flatMap(({ id, label }) => {
        const cells = rows.flatMap((row) =>
          row.results
            .filter(({ workload }) => workload === id)
            .map((found) => cellsOf(row, found, names)),
        );
        return cells.length === 0 ? [] : [{ heading: label, rows: cells }];
      }),
    },
  };
}

/** One row for each record with results, in the order of the journal. */
function rowsOf(pages: readonly HistoryPage[]): Row[] {
  const seen = new Set<string>();
  let changed = false;
  const all: Row[] = [];
  for (const page of pages) {
    const { timestamp, commit, state, methodChanged } = page.entry.data;
    changed ||= methodChanged;
    const stamp = commit?.slice(0, 7) ?? (state === 'in-progress' ? 'in progress' : undefined);
    const add = (where: string, measured: boolean, results: Found[]): void => {
      if (results.length === 0) return;
      all.push({
        when: timestamp === undefined ? 'no date' : formatDay(timestamp),
        ...(stamp !== undefined && { commit: stamp }),
        where,
        methodChanged: changed,
        measured,
        page,
        results,
      });
      changed = false;
    };
    const here: string[] = [];
    for (const { name, runs } of grouped(page.quoted)) {
      const found = foundIn(runs).filter((each) => {
        here.push(keyOf(name, each));
        return !seen.has(keyOf(name, each));
      });
      add(name, false, found);
    }
    for (const key of here) seen.add(key);
    for (const run of page.runs) add(run.name, true, mediansOf(run));
  }
  return all;
}

/** What makes two quoted results the same: setting, arm, workload and amount. */
function keyOf(where: string, { arm, workload, value, instead }: Found): string {
  return JSON.stringify([where, arm, workload, value, instead]);
}

/** Results of the records of one setting; further runs of one test say so. */
function foundIn(runs: readonly QuotedRun[]): Found[] {
  const tests = new Set<string>();
  return runs.flatMap(({ results }) =>
    results.map(({ arm, workload, result }): Found => {
      const test = JSON.stringify([arm.id, workload.id]);
      const again = tests.has(test);
      tests.add(test);
      return { arm: arm.id, workload: workload.id, again, ...amountOf(result) };
    }),
  );
}

function amountOf(result: QuotedResult): Pick<Found, 'unit' | 'value' | 'instead'> {
  const instead = hangOf(result);
  const { operationsPerSecond, megabytesPerSecond } = result;
  if (megabytesPerSecond !== undefined) return { unit: DATA, value: megabytesPerSecond, instead };
  const ms = msPerOperation(result);
  return ms === undefined && operationsPerSecond !== undefined
    ? { unit: THROUGHPUT, value: operationsPerSecond, instead }
    : { unit: TIME, value: ms, instead };
}

/** Medians of a measured record. The twin is left out: it is the reference again. */
function mediansOf({ analysis }: MeasuredRun): Found[] {
  return analysis.arms
    .filter(({ arm }) => arm !== TWIN)
    .map(({ arm, workload, msPerOperation: median }) => ({
      arm,
      workload,
      unit: TIME,
      value: median?.estimate,
      instead: median === undefined ? 'no block counts' : undefined,
      again: false,
    }));
}

/** A workload's panels: one for each unit its results have, which is one in all but odd cases. */
function panelsOf(
  { id, label }: WorkloadOutline,
  rows: readonly Row[],
  names: HistoryPage['names'],
): HistoryPanel[] {
  const points = rows.flatMap(({ results }, row) =>
    results.flatMap(({ arm, workload, unit, value, again }) =>
      workload === id && value !== undefined
        ? [{ unit, point: { row, arm: names(arm).label, value, again } }]
        : [],
    ),
  );
  return [...Map.groupBy(points, ({ unit }) => unit)].map(([unit, members]) => ({
    workload: label,
    unit,
    points: members.map(({ point }) => point),
  }));
}

function format(value: number, unit: string): string {
  if (unit === TIME) return formatMs(value);
  return unit === DATA ? formatMegabytes(value) : formatRate(value, 0);
}

function cellsOf(row: Row, found: Found, names: HistoryPage['names']): Cell[] {
  const { label, system } = names(found.arm);
  const { page, when, commit, where, measured } = row;
  return [
    { text: page.entry.data.title, href: page.href },
    { text: when },
    commit === undefined ? { text: 'not stated', muted: true } : { text: commit, code: true },
    { text: where },
    { text: label, system, filled: measured },
    found.value === undefined
      ? { text: found.instead ?? NONE, muted: true }
      : {
          text: amountText(found.value, found.unit),
          ...(measured && { mark: 'derived' as const }),
        },
    { text: found.unit },
  ];
}

/** Without the unit, which has a column of its own. */
function amountText(value: number, unit: string): string {
  return unit === TIME ? formatNumber(value, 3) : formatCount(value);
}
