/** View: how the subjects' times compare with the reference's. */
import { formatRatio } from '../../numbers/format.ts';
import { type RatioRow, ratios as ratiosFigure, ratiosTitle } from '../../figures/ratios.ts';
import { flatRatio } from '../../harness/statistics/index.ts';
import type { EntryPage } from '../../journal/entries.ts';
import type { MeasuredRun, QuotedRun } from '../../journal/runs.ts';
import { workloadNames } from '../../report/words.ts';
import { numeric, type Table, tableOf, type View, worded } from '../view.ts';
import { grouped, quotedSource, recordLabels, withRecord, type ViewPage } from './page.ts';

/** One row for each subject and workload of a measured record that has a ratio. */
export function ratioRows(
  { analysis }: MeasuredRun,
  { names, study }: Pick<EntryPage, 'names' | 'study'>,
): RatioRow[] {
  const label = workloadNames(study);
  return analysis.subjects.flatMap(({ ratio, arm, workload }): RatioRow[] => {
    if (ratio === undefined) return [];
    const own = { workload: label(workload), label: names(arm).label, system: names(arm).system };
    return [{ ...own, mark: 'measured', ...flatRatio(ratio) }];
  });
}

/** Ratios of what the entry quotes; none where no record has a subject beside the reference. */
export function ratioViews(page: ViewPage): View[] {
  const views = [false, true].flatMap((ofRates) => ratioView(page, ofRates));
  return views.map((view, index) => ({ ...view, id: index === 0 ? 'ratios' : 'ratios-of-rates' }));
}

/** What was printed as a rate is kept apart from times. */
function ratioView({ study, reference, quoted }: ViewPage, ofRates: boolean): Omit<View, 'id'>[] {
  const runs = quoted
    .map((run) => ({
      ...run,
      ratios: run.ratios.filter((ratio) => (ratio.of !== 'time') === ofRates),
    }))
    .filter(({ ratios }) => ratios.length > 0);
  const rows = quotedRows(runs, ofRates);
  if (rows.length === 0) return [];
  const { margin } = study;
  return [
    {
      title: `Compared with ${reference}`,
      ...{ marks: ['derived'], source: quotedSource(runs) },
      figure: (width) => ratiosFigure({ rows, width, reference, margin, ofRates }),
      table: ratioTable(ratiosTitle(reference, ofRates), rows),
    },
  ];
}

function quotedRows(quoted: readonly QuotedRun[], ofRates: boolean): RatioRow[] {
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

/** They have no interval, and it says why. */
function ratioTable(caption: string, rows: readonly RatioRow[]): Table {
  return tableOf(rows, {
    caption,
    note: 'No intervals: the source kept no samples.',
    headingOf: ({ workload }) => workload,
    columns: [
      worded('System', ({ label: text, system }) => ({ text, system, filled: false })),
      numeric('Ratio', ({ ratio }) => formatRatio(ratio)),
    ],
  });
}
