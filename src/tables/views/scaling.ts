/** Views of throughput against the number of clients, quoted or measured here. */
import { formatCount, formatPercent, NONE } from '../../figures/format.ts';
import { scaled, scaling as scalingFigure, type ScalingPoint } from '../../figures/scaling.ts';
import type { MeasuredRun } from '../../journal/runs.ts';
import { countOf } from '../../report/words.ts';
import { type Cell, numbers, type Table, underHeadings, type View } from '../view.ts';
import {
  figuresUnder,
  measuredSource,
  missing,
  numberCell,
  quotedSource,
  resultsOf,
  runHeadings,
  type ViewPage,
  withRecord,
} from './page.ts';
import { CANNOT, ratesOf } from './rates.ts';
import { rangedCell } from './throughput.ts';

const ABOVE =
  'An efficiency above 100 % means that the one client was waiting and not working: for a delayed acknowledgement, for instance, or to be woken. Clients that wait take nothing from each other. It does not mean a server that is better than linear.';

/** Throughput against clients, from results that name their number of clients. */
export function scalingView(page: ViewPage): View {
  const points = resultsOf(page).flatMap(({ arm, result }): ScalingPoint[] => {
    const { clients, operationsPerSecond } = result;
    if (clients === undefined || operationsPerSecond === undefined) return [];
    return [{ label: arm.label, system: arm.system, clients, perSecond: operationsPerSecond }];
  });
  if (countsIn(points) < 2) {
    throw missing(
      page,
      'scaling',
      'results with clients and operationsPerSecond for two numbers of clients or more',
    );
  }
  return {
    id: 'scaling',
    title: 'Scaling with clients',
    ...aboveIn(points),
    figure: (width) => scalingFigure({ rows: points, width }),
    marks: ['quoted', 'derived'],
    source: quotedSource(page.quoted),
    table: {
      ...tableOf(points, 'system'),
      caption: 'Throughput and what each client bringing as much as the first would give',
      marks: ['quoted'],
    },
  };
}

/** Kinds of call as the figures `go.<kind>-<clients>` have them, each with what its source counts. */
const kinds: Readonly<Record<string, string>> = {
  server: 'Server streaming, in messages',
  client: 'Client streaming, in calls',
  bidirectional: 'Both ways, in messages',
};

/** The reference in all kinds of call: its results, and figures `go.<kind>-<clients>` of streams. */
export function kindsView(page: ViewPage): View {
  const { study, names, quoted } = page;
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
  if (streams.length === 0) {
    throw missing(page, 'kinds', 'figures go.<server|client|bidirectional>-<clients> in /s');
  }
  const points = [...unary, ...streams];
  const counts = [...new Set(points.map(({ clients }) => clients))].sort((a, b) => a - b);
  const title = `Kinds of call, ${label}`;
  return {
    id: 'kinds',
    title,
    figure: (width) => scalingFigure({ rows: points, width, counted: 'calls or messages' }),
    marks: ['quoted', 'derived'],
    source: quotedSource(quoted),
    table: {
      caption: `${title}, a second`,
      marks: ['quoted'],
      columns: [
        { label: 'Kind of call' },
        ...numbers(counts.map((count) => `${countOf(count, 'client')} (/s)`)),
      ],
      groups: [
        {
          rows: [...Map.groupBy(points, (point) => point.label)].map(([kind, members]): Cell[] => [
            { text: kind, system },
            ...counts.map((count) =>
              numberCell(members.find(({ clients }) => clients === count)?.perSecond, 0),
            ),
          ]),
        },
      ],
    },
  };
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
  const headings = runs.length > 1 ? runHeadings(runs) : new Map<string, string>();
  const { floor } = page.study;
  const found = runs.flatMap((run) =>
    of(run).flatMap(({ workload, clients }) =>
      ratesOf(run, workload, floor)
        .filter(({ instead }) => instead !== CANNOT)
        .map(({ arm, perSecond, instead, reason }) => {
          const { label, system } = page.names(arm);
          const { value = Number.NaN, ...ends } = perSecond ?? {};
          const point: MeasuredPoint = {
            ...{ label: withRecord(label, headings.get(run.id)), system, clients },
            ...{ perSecond: value, ...ends },
            ...(instead !== undefined && { instead }),
            ...(reason !== undefined && { reason }),
          };
          return { arm, point };
        }),
    ),
  );
  const points = found.map(({ point }) => point);
  if (countsIn(points.filter(({ perSecond }) => Number.isFinite(perSecond))) < 2) {
    throw missing(
      page,
      `scaling:${kind}`,
      `workloads ${kind}-<clients> with turns that count, of two numbers of clients or more,`,
    );
  }
  const most = Math.max(
    ...found.filter(({ arm }) => arm === floor).map(({ point }) => point.perSecond || 0),
  );
  const limit =
    floor !== undefined && most > 0
      ? {
          label: `the most that ${page.names(floor).label}, the baseline, reached`,
          perSecond: most,
        }
      : undefined;
  const what = kind.replaceAll('-', ' ');
  return {
    id: `scaling-${kind}`,
    title: `Scaling with clients: ${what} calls`,
    ...aboveIn(points),
    figure: (width) => scalingFigure({ rows: points, width, measured: true, limit }),
    marks: ['derived'],
    source: measuredSource(runs),
    table: {
      ...tableOf(points, 'arm'),
      caption: `Throughput of ${what} calls, and what each client bringing as much as the first would give`,
      marks: ['derived'],
    },
  };
}

function countsIn(points: readonly ScalingPoint[]): number {
  return new Set(points.map(({ clients }) => clients)).size;
}

/** What an efficiency above 100 % means, where there is one that is no matter of rounding. */
function aboveIn(points: readonly ScalingPoint[]): Pick<View, 'sentences'> {
  return scaled(points).some(({ efficiency }) => efficiency >= 1.005) ? { sentences: [ABOVE] } : {};
}

function tableOf(
  points: readonly MeasuredPoint[],
  what: 'arm' | 'system',
): Pick<Table, 'note' | 'columns' | 'groups'> {
  const derived = what === 'arm' ? {} : ({ mark: 'derived' } as const);
  return {
    note: `The ideal is computed from the first row of each ${what}. The efficiency is the throughput ÷ the ideal.`,
    columns: [
      { label: 'Clients' },
      ...numbers(['Throughput (/s)']),
      ...numbers(['Ideal (/s)', 'Efficiency'], derived),
    ],
    groups: underHeadings(
      scaled(points),
      ({ label }) => label,
      ({ clients, perSecond, low, high, ideal, efficiency, instead, reason }): Cell[] => [
        { text: formatCount(clients), ...(reason !== undefined && { note: reason }) },
        instead === undefined
          ? rangedCell(
              { value: perSecond, ...(low !== undefined && high !== undefined && { low, high }) },
              0,
            )
          : { text: instead },
        numberCell(ideal, 0),
        Number.isFinite(efficiency)
          ? { text: formatPercent(efficiency, 1) }
          : { text: NONE, muted: true },
      ],
    ),
  };
}
