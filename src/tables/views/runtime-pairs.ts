/** View: every pair of runtimes, who calls by who answers, over each transport. */
import { isOutside } from '../../harness/plan/index.ts';
import { formatCount, formatNumber, formatRatio, msDecimals, NONE } from '../../figures/format.ts';
import type { MeasuredRun } from '../../journal/runs.ts';
import {
  armOf,
  type Pair,
  pairOf,
  runtimeNames,
  runtimes,
  transportNames,
} from '../../places/processes/names.ts';
import { findSystem } from '../../systems/index.ts';
import { workloadNames } from '../../report/words.ts';
import { heatStep } from '../heat.ts';
import {
  type Cell,
  type Heat,
  type HeatCell,
  noted,
  numbers,
  rangedCell,
  ratioCell,
  type View,
} from '../view.ts';
import { measuredSource, missing, severalHeadings, type ViewPage } from './page.ts';
import { type ArmRate, ratesOf } from './rates.ts';

const WORKLOAD = 'echo';

/** Pairs of one system over one transport, in one record. */
interface Square {
  heading: string;
  cells: ReadonlyArray<ArmRate & { pair: Pair }>;
}

/** From records whose arms have pairs of two runtimes. */
export function runtimePairsView(page: ViewPage): View {
  const { runs, study } = page;
  const headings = severalHeadings(runs);
  const squares = runs.flatMap((run) =>
    squaresOf(run).map(({ heading, cells }) => ({
      heading: [heading, headings.get(run.id)].filter(Boolean).join(', '),
      cells,
    })),
  );
  if (squares.length === 0) {
    throw missing(
      page,
      'pairs',
      `the workload ${WORKLOAD} with arms of two runtimes, such as kkrpc/node-bun-stdio,`,
    );
  }
  const what = workloadNames(study)(WORKLOAD);
  const caption = `Calls a second by who calls and who answers: ${what}`;
  return {
    id: 'pairs',
    title: 'Every pair of runtimes',
    heat: heatOf(caption, squares),
    marks: ['derived'],
    source: measuredSource(runs),
    table: {
      caption: `Intervals of every pair: ${what}`,
      marks: ['derived'],
      note: 'Medians with their intervals. The ratio is of calls a second to those of Node calling Node over the same transport, in the same rounds.',
      columns: [
        { label: 'Pair' },
        ...numbers(['Calls a second', 'µs a call', 'Against Node to Node']),
        { label: 'Outcome' },
      ],
      groups: squares.map(({ heading, cells }) => ({ heading, rows: cells.map(rowOf) })),
    },
  };
}

function squaresOf(run: MeasuredRun): Square[] {
  const { arms, workloads } = run.record.plan;
  if (!workloads.includes(WORKLOAD)) return [];
  // Those from outside have no square of their own: few bring every pair.
  const pairs = arms.filter((arm) => !isOutside(arm)).flatMap((arm) => pairOf(arm) ?? []);
  return [...Map.groupBy(pairs, ({ system, transport }) => `${system} ${transport}`).values()]
    .filter((members) => members.some(({ client, server }) => client !== server))
    .flatMap((members): Square[] => {
      const [first] = members;
      if (first === undefined) return [];
      const rates = ratesOf(run, WORKLOAD, armOf({ ...first, client: 'node', server: 'node' }));
      const { system, transport } = first;
      return [
        {
          heading: `${findSystem(system).label} over ${transportNames[transport] ?? transport}`,
          cells: members.flatMap((pair) => {
            const rate = rates.find(({ arm }) => arm === armOf(pair));
            return rate === undefined ? [] : [{ ...rate, pair }];
          }),
        },
      ];
    });
}

function heatOf(caption: string, squares: readonly Square[]): Heat {
  return {
    caption,
    marks: ['derived'],
    corner: 'Caller',
    across: 'Who answers',
    columns: runtimes.map((server) => runtimeNames[server]),
    groups: squares.map(({ heading, cells }) => ({
      heading,
      rows: runtimes.map((client) => ({
        name: runtimeNames[client],
        cells: runtimes.map((server) =>
          heatCell(cells.find(({ pair }) => pair.client === client && pair.server === server)),
        ),
      })),
    })),
    note: 'In each cell: calls a second, the time of a call, and calls a second against Node calling Node over the same transport. The deeper its colour, the more calls.',
    key: 'Against Node calling Node',
  };
}

function heatCell(rate: ArmRate | undefined): HeatCell {
  if (rate?.perSecond === undefined || rate.usPerCall === undefined) {
    return { text: rate?.instead ?? NONE, notes: [] };
  }
  const { value: us } = rate.usPerCall;
  return {
    text: formatCount(rate.perSecond.value),
    notes: [
      `${formatNumber(us, msDecimals(us))} µs`,
      ...(rate.ratio === undefined ? [] : [formatRatio(rate.ratio.value)]),
    ],
    ...(rate.ratio && { step: heatStep(rate.ratio.value) }),
  };
}

function rowOf({ pair, perSecond, usPerCall, ratio, instead, reason }: Square['cells'][number]) {
  const us = usPerCall?.value ?? Number.NaN;
  return [
    { text: `${runtimeNames[pair.client]} calls ${runtimeNames[pair.server]}` },
    rangedCell(perSecond, 0),
    rangedCell(usPerCall, msDecimals(us)),
    ratioCell(ratio),
    { text: instead ?? 'measured', ...noted(reason) },
  ] satisfies Cell[];
}
