/** Views of throughput against the number of clients, quoted or measured here. */
import { formatCount, formatPercent } from '../../numbers/format.ts';
import { scaled, scaling as scalingFigure, type ScalingPoint } from '../../figures/scaling.ts';
import type { MeasuredRun } from '../../journal/runs.ts';
import { countOf } from '../../report/words.ts';
import {
  noted,
  NOTHING,
  numberCell,
  numeric,
  rangedCell,
  type TableOf,
  type View,
  worded,
} from '../view.ts';
import {
  figuresUnder,
  measuredView,
  quotedView,
  resultsOf,
  severalHeadings,
  type ViewPage,
  withRecord,
} from './page.ts';
import { CANNOT, ratesOf } from './rates.ts';

const ABOVE =
  'An efficiency above 100 % means that the one client was waiting and not working: for a delayed acknowledgement, for instance, or to be woken. Clients that wait take nothing from each other. It does not mean a server that is better than linear.';

/** Throughput against clients, from results that name their number of clients. */
export function scalingView(page: ViewPage): View {
  const rows = resultsOf(page).flatMap(({ arm, result }): ScalingPoint[] => {
    const { clients, operationsPerSecond } = result;
    if (clients === undefined || operationsPerSecond === undefined) return [];
    return [{ label: arm.label, system: arm.system, clients, perSecond: operationsPerSecond }];
  });
  return quotedView(page, scaled(rows), {
    ...{ name: 'scaling', title: 'Scaling with clients', ...aboveIn(rows) },
    needs: 'results with clients and operationsPerSecond for two numbers of clients or more',
    isEnough: countsIn(rows).length > 1,
    marks: ['quoted', 'derived'],
    figure: (width) => scalingFigure({ rows, width }),
    table: {
      caption: 'Throughput and what each client bringing as much as the first would give',
      ...pointsTable('system'),
    },
  });
}

/** Kinds of call as the figures `go.<kind>-<clients>` have them, each with what its source counts. */
const kinds: Readonly<Record<string, string>> = {
  server: 'Server streaming, in messages',
  client: 'Client streaming, in calls',
  bidirectional: 'Both ways, in messages',
};

/** The reference in all kinds of call: its results, and figures `go.<kind>-<clients>` of streams. */
export function kindsView(page: ViewPage): View {
  const { study, names } = page;
  const { label, system } = names(study.reference, 'quoted');
  const unary = resultsOf(page).flatMap(({ arm, result }): ScalingPoint[] => {
    const { clients, operationsPerSecond: perSecond } = result;
    if (arm.id !== study.reference || clients === undefined || perSecond === undefined) return [];
    return [{ label: 'Unary, in calls', system, clients, perSecond }];
  });
  const streams = figuresUnder(page, 'go.').flatMap(({ name, figure }): ScalingPoint[] => {
    const [, kind = '', clients] = /^([a-z]+)-(\d+)$/.exec(name) ?? [];
    const called = kinds[kind];
    const { value: perSecond } = figure;
    if (called === undefined || perSecond === undefined || figure.unit !== '/s') return [];
    return [{ label: called, system, clients: Number(clients), perSecond }];
  });
  const rows = [...unary, ...streams];
  const title = `Kinds of call, ${label}`;
  return quotedView(page, [...Map.groupBy(rows, (point) => point.label)], {
    ...{ name: 'kinds', title, marks: ['quoted', 'derived'] },
    needs: 'figures go.<server|client|bidirectional>-<clients> in /s',
    isEnough: streams.length > 0,
    figure: (width) => scalingFigure({ rows, width, counted: 'calls or messages' }),
    table: {
      caption: `${title}, a second`,
      columns: [
        worded('Kind of call', ([kind]) => ({ text: kind, system })),
        ...countsIn(rows).map((count) =>
          numeric<[string, ScalingPoint[]]>(`${countOf(count, 'client')} (/s)`, ([, members]) =>
            numberCell(members.find(({ clients }) => clients === count)?.perSecond, 0),
          ),
        ),
      ],
    },
  });
}

/** A point with how it stalled, where it did. */
interface MeasuredPoint extends ScalingPoint {
  reason?: string;
}

/**
 * From records with workloads `<kind>-<clients>` of two numbers of clients or more.
 *
 * @param kind of call: `unary`
 */
export function measuredScalingView(page: ViewPage, kind: string): View {
  const of = ({ record }: MeasuredRun) =>
    record.plan.workloads
      .filter((workload) => workload.startsWith(`${kind}-`))
      .map((workload) => ({ workload, clients: Number(workload.slice(kind.length + 1)) }))
      .filter(({ clients }) => Number.isInteger(clients));
  const runs = page.runs.filter((run) => of(run).length > 0);
  const headings = severalHeadings(runs);
  const { baseline } = page.study;
  const found = runs.flatMap((run) =>
    of(run).flatMap(({ workload, clients }) =>
      ratesOf(run, workload, baseline)
        .filter(({ instead }) => instead !== CANNOT)
        .map(({ arm, perSecond, instead, reason }) => {
          const { label, system } = page.names(arm);
          const { value = Number.NaN, low, high } = perSecond ?? {};
          const point: MeasuredPoint = {
            ...{ label: withRecord(label, headings.get(run.id)), system, clients },
            ...{ perSecond: value, low, high },
            ...(instead !== undefined && { instead }),
            ...(reason !== undefined && { reason }),
          };
          return { arm, point };
        }),
    ),
  );
  const points = found.map(({ point }) => point);
  const most = Math.max(
    ...found.filter(({ arm }) => arm === baseline).map(({ point }) => point.perSecond || 0),
  );
  const limit =
    baseline === undefined || most <= 0
      ? undefined
      : {
          label: `the most that ${page.names(baseline).label}, the baseline, reached`,
          perSecond: most,
        };
  const what = kind.replaceAll('-', ' ');
  return measuredView(page, runs, scaled(points), {
    ...{ name: `scaling:${kind}`, title: `Scaling with clients: ${what} calls` },
    ...{ ...aboveIn(points) },
    needs: `workloads ${kind}-<clients> with turns that count, of two numbers of clients or more,`,
    isEnough: countsIn(points.filter(({ perSecond }) => Number.isFinite(perSecond))).length > 1,
    figure: (width) => scalingFigure({ rows: points, width, measured: true, limit }),
    table: {
      caption: `Throughput of ${what} calls, and what each client bringing as much as the first would give`,
      ...pointsTable('arm'),
    },
  });
}

/** The numbers of clients, ascending. */
function countsIn(points: readonly ScalingPoint[]): number[] {
  return [...new Set(points.map(({ clients }) => clients))].sort((a, b) => a - b);
}

/** The meaning of an efficiency above 100 %, where there is one that is no matter of rounding. */
function aboveIn(points: readonly ScalingPoint[]): Pick<View, 'sentences'> {
  return scaled(points).some(({ efficiency }) => efficiency >= 1.005) ? { sentences: [ABOVE] } : {};
}

/** @param whose what has a line of points: of an arm they were measured, of a system quoted */
function pointsTable(
  whose: 'arm' | 'system',
): Omit<TableOf<ReturnType<typeof scaled<MeasuredPoint>>[number]>, 'caption'> {
  const derived = whose === 'arm' ? {} : ({ mark: 'derived' } as const);
  return {
    note: `The ideal is computed from the first row of each ${whose}. The efficiency is the throughput ÷ the ideal.`,
    headingOf: ({ label }) => label,
    columns: [
      worded('Clients', ({ clients, reason }) => ({
        text: formatCount(clients),
        ...noted(reason),
      })),
      numeric(
        'Throughput (/s)',
        ({ perSecond: value, low, high, instead }) =>
          instead ?? rangedCell({ value, low, high }, 0),
      ),
      numeric('Ideal (/s)', ({ ideal }) => numberCell(ideal, 0), derived),
      numeric(
        'Efficiency',
        ({ efficiency }) => (Number.isFinite(efficiency) ? formatPercent(efficiency, 1) : NOTHING),
        derived,
      ),
    ],
  };
}
