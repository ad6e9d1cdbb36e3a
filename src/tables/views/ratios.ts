/** View: how the subjects' times compare with the reference's. */
import { formatEnds, formatRatio } from '../../figures/format.ts';
import { type RatioRow, ratios as ratiosFigure, ratiosTitle } from '../../figures/ratios.ts';
import { type Comparison, flatRatio } from '../../harness/statistics/index.ts';
import type { EntryPage } from '../../journal/entries.ts';
import type { MeasuredRun, QuotedRatio } from '../../journal/runs.ts';
import { capital, discardNames, failureText, workloadNames } from '../../report/words.ts';
import { noted, NOTHING, numeric, type Table, tableOf, type View, worded } from '../view.ts';
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
    return [
      {
        ...{ workload: groupOf(comparison), label: labelOf(comparison) },
        ...{ system: names(arm).system, mark: 'measured', ...flatRatio(ratio) },
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
    withRatios(page, (kind) => kind === 'time'),
    false,
  );
  const rates = ratioView({ ...withRatios(page, (kind) => kind !== 'time'), runs: [] }, true);
  return [...times, ...rates].map((view, index) => ({
    ...view,
    id: index === 0 ? 'ratios' : 'ratios-of-rates',
  }));
}

/** The entry with the quoted ratios of some kinds alone, and without what has none. */
function withRatios(page: ViewPage, isMeant: (kind: QuotedRatio['of']) => boolean): ViewPage {
  const quoted = page.quoted.map((run) => ({
    ...run,
    ratios: run.ratios.filter((ratio) => isMeant(ratio.of)),
  }));
  return { ...page, quoted: quoted.filter(({ ratios }) => ratios.length > 0) };
}

function ratioView(page: ViewPage, ofRates: boolean): Omit<View, 'id'>[] {
  const { study, reference, quoted, runs } = page;
  const rows = [...quotedRows(page, ofRates), ...measuredRows(page)];
  if (rows.length === 0) return [];
  const sources = [
    ...(quoted.length > 0 ? [quotedSource(quoted)] : []),
    ...(runs.length > 0 ? [measuredSource(runs)] : []),
  ];
  const { margin } = study;
  return [
    {
      ...{ title: `Compared with ${reference}`, marks: ['derived'], source: sources.join(' ') },
      figure: (width) => ratiosFigure({ rows, width, reference, margin, ofRates }),
      table: ratioTable(ratiosTitle(reference, ofRates), [...rows, ...lostRows(page)]),
    },
  ];
}

function quotedRows({ quoted }: ViewPage, ofRates: boolean): RatioRow[] {
  const groups = grouped(quoted);
  return groups.flatMap(({ name, runs }) => {
    const labels = recordLabels(runs);
    return runs.flatMap(({ id, ratios }) =>
      ratios.map(({ workload, arm, ratio }): RatioRow => ({
        workload: groups.length > 1 ? `${workload.label}, ${name}` : workload.label,
        label: withRecord(arm.label, labels.get(id)),
        system: arm.system,
        mark: 'quoted',
        // As readers expect of rates: what gets less done has the smaller number.
        ratio: ofRates ? 1 / ratio : ratio,
      })),
    );
  });
}

function measuredRows(page: ViewPage): RatioRow[] {
  return page.runs.flatMap((run) => {
    const { groupOf, labelOf } = namingIn(page, run);
    return ratioRows(run, page, groupOf, labelOf);
  });
}

/** How the rows of a record are called, beside those of others. */
function namingIn({ runs, study, names }: ViewPage, run: MeasuredRun) {
  const record = grouped(runs).length < runs.length ? recordLabels(runs).get(run.id) : '';
  const workloadName = workloadNames(study);
  return {
    groupOf: ({ workload }: Comparison) =>
      runs.length > 1 ? `${workloadName(workload)}, ${run.name}` : workloadName(workload),
    labelOf: ({ arm }: Comparison) => withRecord(names(arm).label, record),
  };
}

/** A subject that has no ratio, because it or the reference stalled or failed. */
interface LostRow extends Pick<RatioRow, 'workload' | 'label' | 'system' | 'mark'> {
  instead: string;
  reason: string;
}

function lostRows(page: ViewPage): LostRow[] {
  const { study, names } = page;
  return page.runs.flatMap((run) => {
    const { groupOf, labelOf } = namingIn(page, run);
    const { arms, subjects } = run.analysis;
    return subjects.flatMap((comparison): LostRow[] => {
      const { arm, workload, ratio } = comparison;
      const failed = arms.find(
        (each) =>
          each.workload === workload &&
          each.counted === 0 &&
          [arm, study.reference].includes(each.arm) &&
          each.failure !== undefined,
      );
      if (ratio !== undefined || failed?.failure === undefined) return [];
      const { failure } = failed;
      const whose = failed.arm === arm ? '' : `${names(failed.arm).label} `;
      return [
        {
          ...{ workload: groupOf(comparison), label: labelOf(comparison) },
          ...{ system: names(arm).system, mark: 'measured' },
          instead: `${whose}${discardNames[failure.reason]}`,
          reason: capital(failureText(failure)),
        },
      ];
    });
  });
}

/** Ratios as a table; quoted ones have no interval, and it says why. */
function ratioTable(caption: string, rows: ReadonlyArray<RatioRow | LostRow>): Table {
  const quoted = rows.every(({ mark }) => mark === 'quoted');
  const interval = numeric<RatioRow | LostRow>('Interval', (row) => {
    const { low, high } = 'instead' in row ? {} : row;
    return low === undefined || high === undefined ? NOTHING : formatEnds({ low, high });
  });
  return tableOf(rows, {
    caption,
    note: quoted
      ? 'No intervals: the source kept no samples.'
      : 'Each interval stands for itself; verdicts rest on wider ones.',
    headingOf: ({ workload }) => workload,
    columns: [
      worded('System', (row) => ({
        ...{ text: row.label, system: row.system, filled: row.mark === 'measured' },
        ...noted('instead' in row ? row.reason : ''),
      })),
      numeric('Ratio', (row) => ('instead' in row ? row.instead : formatRatio(row.ratio))),
      ...(quoted ? [] : [interval]),
    ],
  });
}
