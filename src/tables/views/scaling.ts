/** Views of throughput against the number of clients, quoted or measured here. */
import { formatCount, formatPercent } from '../../figures/format.ts';
import { scaled, scaling as scalingFigure, type ScalingPoint } from '../../figures/scaling.ts';
import type { MeasuredRun } from '../../journal/runs.ts';
import { countOf } from '../../report/words.ts';
import { noted, NOTHING, numberCell, numeric, rangedCell, tableOf, type View } from '../view.ts';
import {
  figuresUnder,
  measuredSource,
  missing,
  quotedParts,
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
  if (countsIn(rows).length < 2) {
    throw missing(
      page,
      'scaling',
      'results with clients and operationsPerSecond for two numbers of clients or more',
    );
  }
  return {
    ...{ id: 'scaling', title: 'Scaling with clients', ...aboveIn(rows), ...quotedParts(page) },
    marks: ['quoted', 'derived'],
    figure: (width) => scalingFigure({ rows, width }),
    table: tableOfPoints(
      rows,
      'system',
      'Throughput and what each client bringing as much as the first would give',
    ),
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
  if (streams.length === 0) {
    throw missing(page, 'kinds', 'figures go.<server|client|bidirectional>-<clients> in /s');
  }
  const rows = [...unary, ...streams];
  const title = `Kinds of call, ${label}`;
  return {
    ...{ id: 'kinds', title, ...quotedParts(page), marks: ['quoted', 'derived'] },
    figure: (width) => scalingFigure({ rows, width, counted: 'calls or messages' }),
    table: tableOf([...Map.groupBy(rows, (point) => point.label)], {
      ...{ caption: `${title}, a second`, marks: ['quoted'] },
      columns: [
        { label: 'Kind of call', cell: ([kind]) => ({ text: kind, system }) },
        ...countsIn(rows).map((count) =>
          numeric<[string, ScalingPoint[]]>(`${countOf(count, 'client')} (/s)`, ([, members]) =>
            numberCell(members.find(({ clients }) => clients === count)?.perSecond, 0),
          ),
        ),
      ],
    }),
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
  if (countsIn(points.filter(({ perSecond }) => Number.isFinite(perSecond))).length < 2) {
    throw missing(
      page,
      `scaling:${kind}`,
      `workloads ${kind}-<clients> with turns that count, of two numbers of clients or more,`,
    );
  }
  const most = Math.max(
    ...found.filter(({ arm }) => arm === baseline).map(({ point }) => point.perSecond || 0),
  );
  const limit =
    baseline !== undefined && most > 0
      ? {
          label: `the most that ${page.names(baseline).label}, the baseline, reached`,
          perSecond: most,
        }
      : undefined;
  const what = kind.replaceAll('-', ' ');
  return {
    ...{ id: `scaling-${kind}`, title: `Scaling with clients: ${what} calls`, ...aboveIn(points) },
    ...{ marks: ['derived'], source: measuredSource(runs) },
    figure: (width) => scalingFigure({ rows: points, width, measured: true, limit }),
    table: tableOfPoints(
      points,
      'arm',
      `Throughput of ${what} calls, and what each client bringing as much as the first would give`,
    ),
  };
}

/** The numbers of clients, ascending. */
function countsIn(points: readonly ScalingPoint[]): number[] {
  return [...new Set(points.map(({ clients }) => clients))].sort((a, b) => a - b);
}

/** What an efficiency above 100 % means, where there is one that is no matter of rounding. */
function aboveIn(points: readonly ScalingPoint[]): Pick<View, 'sentences'> {
  return scaled(points).some(({ efficiency }) => efficiency >= 1.005) ? { sentences: [ABOVE] } : {};
}

function tableOfPoints(points: readonly MeasuredPoint[], what: 'arm' | 'system', caption: string) {
  const derived = what === 'arm' ? {} : ({ mark: 'derived' } as const);
  return tableOf(scaled(points), {
    ...{ caption, marks: [what === 'arm' ? 'derived' : 'quoted'] },
    note: `The ideal is computed from the first row of each ${what}. The efficiency is the throughput ÷ the ideal.`,
    headingOf: ({ label }) => label,
    columns: [
      {
        label: 'Clients',
        cell: ({ clients, reason }) => ({ text: formatCount(clients), ...noted(reason) }),
      },
      numeric('Throughput (/s)', ({ perSecond: value, low, high, instead }) =>
        instead === undefined ? rangedCell({ value, low, high }, 0) : { text: instead },
      ),
      numeric('Ideal (/s)', ({ ideal }) => numberCell(ideal, 0), derived),
      numeric(
        'Efficiency',
        ({ efficiency }) =>
          Number.isFinite(efficiency) ? { text: formatPercent(efficiency, 1) } : NOTHING,
        derived,
      ),
    ],
  });
}
