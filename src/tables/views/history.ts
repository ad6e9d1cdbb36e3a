/** View: what a study's journal found over time. */
import type { Mark } from '../../figures/figure.ts';
import { decimalsOf, formatDay, formatNumber } from '../../figures/format.ts';
import { history as historyFigure, type HistoryPanel } from '../../figures/history.ts';
import { isOutside, type WorkloadOutline, workloadsOf } from '../../harness/plan/index.ts';
import { CONTROL, type QuotedResult } from '../../harness/record/index.ts';
import { rightDate } from '../../journal/facts.ts';
import type { MeasuredRun, QuotedRun } from '../../journal/runs.ts';
import { workloadNames } from '../../report/words.ts';
import { numeric, tableOf, type View, worded } from '../view.ts';
import {
  entryCell,
  type Found,
  foundCell,
  type FoundRow,
  type HistoryPage,
  toldOf,
} from './history-table.ts';
import { grouped, msPerOperation } from './page.ts';
import { hangOf, isComputed } from './results.ts';

/** A record of an entry, with its results. */
interface Row extends FoundRow {
  page: HistoryPage;
}

/** A workload in one unit. */
interface Panel extends HistoryPanel {
  id: string;
}

/** The figure shows the study’s first workloads, nearby: in one more it could not be read. The table has all. */
const MOST_PANELS = 2;

const TIME = 'ms per operation';
const THROUGHPUT = 'operations / s';
const DATA = 'MB/s';

/**
 * The journal of a study from its first entry on. Quoted results that a later entry only repeats
 * are shown once, and workloads that only one entry has are left to it. Where fewer than two records have results, there is no figure.
 *
 * @param pages the entries of one study, in any order
 * @throws RangeError when there are none
 */
export function historyView(pages: readonly HistoryPage[]): View {
  const [first] = pages;
  if (first === undefined) throw new RangeError('historyView: got no entry, expected at least one');
  const { study } = first;
  const everything = rowsOf([...pages].sort((a, b) => a.entry.data.place - b.entry.data.place));
  const told = toldOf(first, everything);
  const all = everything.map((row) => ({
    ...row,
    results: row.results.filter(({ arm }) => told.some(({ label }) => label === arm)),
  }));
  const rows = sharedOf(all);
  const ran = rows.flatMap(({ results }) => results.map(({ workload }) => workload));
  const panels = workloadsOf<WorkloadOutline>(study, ran).flatMap((each) => panelsOf(each, rows));
  const found = new Set(rows.flatMap(({ results }) => results.map(({ arm }) => arm)));
  const shown = told.filter(({ label }) => found.has(label));
  const lines = panels.flatMap((panel) =>
    rows.flatMap((row) => {
      const results = row.results.filter(
        ({ workload, unit, value }) =>
          workload === panel.id && (unit === panel.unit || value === undefined),
      );
      return results.length === 0 ? [] : [{ panel, row, results }];
    }),
  );
  const drawnPanels = panels
    .map((panel) => ({ ...panel, points: panel.points.filter(({ row }) => !rows[row]?.isAway) }))
    .filter(({ points }) => points.length > 0)
    .slice(0, MOST_PANELS);
  const drawn = new Set(drawnPanels.flatMap(({ points }) => points.map(({ arm }) => arm)));
  const arms = shown.filter(({ label }) => drawn.has(label));
  const label = workloadNames(study);
  const missing = rows.flatMap(({ where, results }) =>
    results.flatMap(({ arm, workload, value, instead }) =>
      value === undefined && instead !== undefined
        ? [`${arm}, ${label(workload)}, ${where}: ${instead}`]
        : [],
    ),
  );
  const marks: Mark[] = [
    ...(rows.some(({ measured }) => !measured) ? (['quoted'] as const) : []),
    ...(rows.some(({ measured }) => measured) ? (['derived'] as const) : []),
  ];
  return {
    id: 'history',
    title: rows.length > 1 ? 'The journal over time' : 'What the journal found',
    // One row is no history: the entry itself draws it better.
    ...(rows.length > 1 && {
      figure: (width: number) => historyFigure({ rows, panels: drawnPanels, arms, missing, width }),
    }),
    marks,
    source: `Source: the records of the entries${rows.some(({ commit }) => commit) ? ', each named with its commit where there is one' : ''}.`,
    table: tableOf(lines, {
      caption: 'Results over the journal',
      marks,
      note: noteOf(rows, rows !== all),
      headingOf: ({ panel: { workload, unit } }) => `${workload}, ${unit}`,
      columns: [
        worded('Entry', ({ row }) => entryCell(row)),
        ...shown.map(({ label: arm }) =>
          numeric<(typeof lines)[number]>(arm, ({ results }) => foundCell(results, arm)),
        ),
      ],
    }),
  };
}

/**
 * The rows without the workloads that one entry alone has: those have no history, and stand there.
 * The same rows where nothing is left out, or nothing would be left.
 */
function sharedOf(rows: readonly Row[]): readonly Row[] {
  const pagesOf = new Map<string, Set<HistoryPage>>();
  for (const { page, results } of rows) {
    for (const { workload } of results) {
      pagesOf.set(workload, (pagesOf.get(workload) ?? new Set()).add(page));
    }
  }
  const shared = [...pagesOf].filter(([, pages]) => pages.size > 1).map(([workload]) => workload);
  if (shared.length === 0 || shared.length === pagesOf.size) return rows;
  // A row that is left empty still says whether the method changed with it.
  return rows.map((row) => ({
    ...row,
    results: row.results.filter(({ workload }) => shared.includes(workload)),
  }));
}

/** @param without whether workloads are left out */
function noteOf(rows: readonly Row[], without: boolean): string {
  const computed = rows.some(({ results }) => results.some((each) => each.computed));
  return [
    ...(rows.some(({ measured }) => measured) ? ['Medians where measured here.'] : []),
    'Quoted ones are as the source printed them.',
    ...(computed ? ['Where it prints only the total, that is divided by its operations.'] : []),
    ...(without ? ['What only one entry measured stands in that entry.'] : []),
  ].join(' ');
}

/** One row for each record with results, in the order of the journal. */
function rowsOf(pages: readonly HistoryPage[]): Row[] {
  const seen = new Set<string>();
  let changed = false;
  const all: Row[] = [];
  for (const page of pages) {
    const { title, commit, state, methodChanged } = page.entry.data;
    const date = rightDate(page.entry.data);
    changed ||= methodChanged;
    const stamp = commit?.slice(0, 7) ?? (state === 'in-progress' ? 'in progress' : undefined);
    const add = (where: string, measured: boolean, results: Found[], isAway = false): void => {
      if (results.length === 0) return;
      all.push({
        entry: { title, href: page.href },
        when: date === undefined ? 'no date' : formatDay(date),
        ...(stamp !== undefined && { commit: stamp }),
        where,
        methodChanged: changed,
        measured,
        page,
        results,
        isAway,
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
    for (const run of page.runs) {
      const isAway = run.record.environment.network !== undefined;
      add(run.name, true, mediansOf(run, page.names), isAway);
    }
  }
  return all;
}

/** Two quoted results are the same when these are: setting, arm, workload and amount. */
function keyOf(where: string, { arm, workload, value, instead }: Found): string {
  return JSON.stringify([where, arm, workload, value, instead]);
}

/** Results of the records of one setting; further runs of one test say so. */
function foundIn(runs: readonly QuotedRun[]): Found[] {
  const tests = new Set<string>();
  return runs.flatMap(({ results }) => {
    const printed = results.filter(({ result }) => !isComputed(result));
    // A record keeps numbers, so a nought at the end of one shows in the others of its source.
    const decimals = decimalsOf(printed.map(({ result }) => amountOf(result).value));
    return results.map(({ arm, workload, result }): Found => {
      const test = JSON.stringify([arm.id, workload.id]);
      const again = tests.has(test);
      tests.add(test);
      const amount = amountOf(result);
      const computed = isComputed(result);
      const digits = formatNumber(amount.value ?? Number.NaN, computed ? 3 : decimals);
      const text = `${result.approximate ? '≈' : ''}${digits}`;
      return { arm: arm.label, workload: workload.id, again, computed, text, ...amount };
    });
  });
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

/**
 * Medians of a measured record. The A/A control is left out: it is the reference again. So is a contestant from
 * outside, which stands in its entry: it is no part of the study.
 */
function mediansOf({ analysis }: MeasuredRun, names: HistoryPage['names']): Found[] {
  return analysis.arms
    .filter(({ arm }) => arm !== CONTROL && !isOutside(arm))
    .map(({ arm, workload, msPerOperation: median }) => ({
      arm: names(arm).label,
      workload,
      unit: TIME,
      value: median?.estimate,
      text: formatNumber(median?.estimate ?? Number.NaN, 3),
      computed: false,
      instead: median === undefined ? 'no block counts' : undefined,
      again: false,
    }));
}

/** A workload's panels: one for each unit its results have, which is one in all but odd cases. */
function panelsOf({ id, label }: WorkloadOutline, rows: readonly Row[]): Panel[] {
  const points = rows.flatMap(({ results }, row) =>
    results.flatMap(({ arm, workload, unit, value, again }) =>
      workload === id && value !== undefined ? [{ unit, point: { row, arm, value, again } }] : [],
    ),
  );
  return [...Map.groupBy(points, ({ unit }) => unit)].map(([unit, members]) => ({
    id,
    workload: label,
    unit,
    points: members.map(({ point }) => point),
  }));
}
