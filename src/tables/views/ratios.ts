/** View: how the subjects' times compare with the reference's. */
import { formatRatio, formatRatioInterval, NONE } from '../../figures/format.ts';
import { type RatioRow, ratios as ratiosFigure, ratiosTitle } from '../../figures/ratios.ts';
import type { Comparison } from '../../harness/statistics/index.ts';
import type { EntryPage } from '../../journal/entries.ts';
import type { MeasuredRun, QuotedRatio } from '../../journal/runs.ts';
import type { Table, View } from '../view.ts';
import {
  grouped,
  measuredSource,
  quotedSource,
  recordLabels,
  withRecord,
  type ViewPage,
} from './page.ts';

/**
 * One row for each subject and workload that has a ratio.
 *
 * @param groupOf heading of the group a row stands in
 * @param labelOf name of the row; that of the arm unless given
 */
export function ratioRows(
  { analysis }: MeasuredRun,
  { names }: Pick<EntryPage, 'names'>,
  groupOf: (comparison: Comparison) => string,
  labelOf: (comparison: Comparison) => string = ({ arm }) => names(arm).label,
): RatioRow[] {
  return analysis.subjects.flatMap((comparison): RatioRow[] => {
    const { ratio, arm } = comparison;
    if (ratio === undefined) return [];
    const { estimate, interval } = ratio;
    return [
      {
        workload: groupOf(comparison),
        label: labelOf(comparison),
        system: names(arm).system,
        mark: 'measured',
        ratio: estimate,
        ...(interval && { low: interval.low, high: interval.high }),
      },
    ];
  });
}

/**
 * Ratios of all records of the entry; none where no record has a subject beside the reference. What
 * was printed as a rate is kept apart from times.
 */
export function ratioViews(page: ViewPage): View[] {
  const times = ratioView(
    of(page, (kind) => kind === 'time'),
    false,
  );
  const rates = ratioView({ ...of(page, (kind) => kind !== 'time'), runs: [] }, true);
  return [...times, ...rates].map((view, index) => ({
    ...view,
    id: index === 0 ? 'ratios' : 'ratios-of-rates',
  }));
}

/** The entry with the quoted ratios of some kinds alone. */
function of(page: ViewPage, isMeant: (kind: QuotedRatio['of']) => boolean): ViewPage {
  const quoted = page.quoted.map((run) => ({
    ...run,
    ratios: run.ratios.filter((ratio) => isMeant(ratio.of)),
  }));
  return { ...page, quoted };
}

function ratioView(page: ViewPage, ofRates: boolean): Omit<View, 'id'>[] {
  const { study, reference } = page;
  const rows = [...quotedRows(page), ...measuredRows(page)];
  if (rows.length === 0) return [];
  const quoted = page.quoted.filter(({ ratios }) => ratios.length > 0);
  const sources = [
    ...(quoted.length > 0 ? [quotedSource(quoted)] : []),
    ...(page.runs.length > 0 ? [measuredSource(page.runs)] : []),
  ];
  const { margin } = study;
  return [
    {
      title: `Compared with ${reference}`,
      figure: (width) => ratiosFigure({ rows, width, reference, margin, ofRates }),
      marks: ['derived'],
      source: sources.join(' '),
      table: ratioTable(ratiosTitle(reference, ofRates), rows),
    },
  ];
}

/** A quoted ratio as a row of the figure and the table. */
export function quotedRatioRow(
  { workload, arm, ratio }: QuotedRatio,
  name?: string,
  record?: string,
): RatioRow {
  return {
    workload: name === undefined ? workload.label : `${workload.label}, ${name}`,
    label: withRecord(arm.label, record),
    system: arm.system,
    mark: 'quoted',
    ratio,
  };
}

function quotedRows({ quoted }: ViewPage): RatioRow[] {
  const groups = grouped(quoted.filter(({ ratios }) => ratios.length > 0));
  return groups.flatMap(({ name, runs }) => {
    const labels = recordLabels(runs);
    const heading = groups.length > 1 ? name : undefined;
    return runs.flatMap(({ id, ratios }) =>
      ratios.map((ratio) => quotedRatioRow(ratio, heading, labels.get(id))),
    );
  });
}

function measuredRows(page: ViewPage): RatioRow[] {
  const { runs, study, names } = page;
  const labels = recordLabels(runs);
  const workloadName = (id: string): string =>
    study.workloads.find((workload) => workload.id === id)?.label ?? id;
  return runs.flatMap((run) =>
    ratioRows(
      run,
      page,
      ({ workload }) =>
        runs.length > 1 ? `${workloadName(workload)}, ${run.name}` : workloadName(workload),
      ({ arm }) =>
        withRecord(names(arm).label, grouped(runs).length < runs.length ? labels.get(run.id) : ''),
    ),
  );
}

/** Ratios as a table; quoted ones have no interval, and it says why. */
export function ratioTable(caption: string, rows: readonly RatioRow[]): Table {
  const quoted = rows.every(({ mark }) => mark === 'quoted');
  return {
    caption,
    marks: ['derived'],
    note: quoted
      ? 'No intervals: the source kept no samples.'
      : 'Each interval stands for itself; verdicts rest on wider ones.',
    columns: [
      { label: 'System' },
      { label: 'Ratio', number: true },
      ...(quoted ? [] : [{ label: 'Interval', number: true }]),
    ],
    groups: [...Map.groupBy(rows, ({ workload }) => workload)].map(([heading, members]) => ({
      heading,
      rows: members.map(({ label, system, mark, ratio, low, high }) => [
        { text: label, system, filled: mark === 'measured' },
        { text: formatRatio(ratio) },
        ...(quoted
          ? []
          : [
              low === undefined || high === undefined
                ? { text: NONE, muted: true }
                : { text: formatRatioInterval(ratio, low, high).split(/[()]/)[1] ?? NONE },
            ]),
      ]),
    })),
  };
}
