/** View: percentiles of the time of a call, each arm called at parts of its own capacity. */
import { median, quantileSorted } from 'simple-statistics';
import {
  formatCount,
  formatMs,
  formatNumber,
  formatPercent,
  msDecimals,
} from '../../figures/format.ts';
import {
  type LoadedRow,
  percentileName,
  percentiles,
  percentilesFigure,
} from '../../figures/percentiles.ts';
import { TWIN } from '../../harness/record/index.ts';
import { cellsOf, sortedSamplesUs } from '../../harness/statistics/index.ts';
import type { MeasuredRun } from '../../journal/runs.ts';
import { capital, failureText, voidNames } from '../../report/words.ts';
import { type Cell, numbers, underHeadings, type View } from '../view.ts';
import {
  measuredSource,
  missing,
  numberCell,
  runHeadings,
  type ViewPage,
  withRecord,
} from './page.ts';

const form = /^open-(\d+)$/;
/** Samples that a percentile needs beyond it: with fewer, one call more or less moves it. */
const FEWEST_BEYOND = 5;

/** One arm under one load, with all that its row of the table says. */
interface Row extends LoadedRow {
  samples: number;
  /** Calls a second that were asked for. */
  perSecond: number | undefined;
  /** How late a call was sent, in ms. */
  lateMs: number | undefined;
  instead: string | undefined;
  reason: string | undefined;
}

/** From records with workloads `open-<percent of capacity>`. */
export function percentilesView(page: ViewPage): View {
  const runs = page.runs.filter(({ record }) => record.plan.workloads.some((id) => form.test(id)));
  const headings = runs.length > 1 ? runHeadings(runs) : new Map<string, string>();
  const rows = runs.flatMap((run) => rowsOf(run, headings.get(run.id), page));
  if (!rows.some(({ samples }) => samples > 0)) {
    throw missing(page, 'percentiles', 'turns that count of workloads open-<percent>');
  }
  const drawn = rows.filter(({ times }) => times.size > 0);
  return {
    id: 'percentiles',
    title: 'Times under load',
    figure: (width) => percentilesFigure({ rows: drawn, width }),
    marks: ['derived'],
    source: measuredSource(runs),
    table: {
      caption: 'Percentiles of the time of a call, in ms, from when it was due',
      marks: ['derived'],
      note: `Calls are sent at random moments (a Poisson process), whatever is still unanswered. Each arm is called at parts of its own capacity, which is the rate that as many clients reached that wait for each answer: so rates differ from arm to arm. A percentile needs ${FEWEST_BEYOND} samples beyond it.`,
      columns: [
        { label: 'Arm' },
        ...numbers([
          'Calls a second',
          ...percentiles.map((each) => `${percentileName(each)} (ms)`),
        ]),
        ...numbers(['Samples']),
      ],
      groups: underHeadings(
        rows,
        ({ load }) => `At ${formatPercent(load)} of its own capacity`,
        cellsOfRow,
      ),
    },
  };
}

function rowsOf(
  { record, analysis }: MeasuredRun,
  heading: string | undefined,
  { names }: ViewPage,
) {
  return cellsOf(record).flatMap((cell): Row[] => {
    const { arm, workload, units } = cell;
    const [, percent] = form.exec(workload) ?? [];
    if (percent === undefined || arm === TWIN) return [];
    const { label, system } = names(arm);
    const found = analysis.arms.find((each) => each.arm === arm && each.workload === workload);
    const { failure, lateMs } = found ?? {};
    const asked = units.flatMap(({ readings }) => readings?.['perSecond'] ?? []);
    const sortedUs = sortedSamplesUs(cell);
    const times = timesOf(sortedUs);
    return [
      {
        ...{ label: withRecord(label, heading), system, load: Number(percent) / 100, times },
        ...{ samples: sortedUs.length, lateMs },
        perSecond: asked.length === 0 ? undefined : median(asked),
        instead: units.length > 0 ? undefined : failure ? voidNames[failure.reason] : 'not run',
        reason: failure && capital(failureText(failure)),
      },
    ];
  });
}

/** Percentiles that have enough samples beyond them, in ms. */
function timesOf(sortedUs: number[]): LoadedRow['times'] {
  return new Map(
    percentiles
      // Rounded, because 1 − 0.9 is not 0.1 in binary.
      .filter((part) => Math.round(sortedUs.length * (1 - part) * 1e6) / 1e6 >= FEWEST_BEYOND)
      .map((part) => [part, quantileSorted(sortedUs, part) / 1000]),
  );
}

function cellsOfRow({ label, system, times, samples, ...row }: Row): Cell[] {
  const { perSecond, lateMs, instead, reason } = row;
  return [
    { text: label, system, filled: true, ...(reason !== undefined && { note: reason }) },
    {
      ...numberCell(perSecond, 0),
      ...(lateMs !== undefined && { note: `sent ${formatMs(lateMs)} late` }),
    },
    ...percentiles.map((percentile): Cell => {
      const ms = times.get(percentile);
      if (ms !== undefined) return { text: formatNumber(ms, msDecimals(ms)) };
      return { text: instead ?? 'too few samples', muted: true };
    }),
    { text: formatCount(samples) },
  ];
}
