/** View: every pair of runtimes, who calls by who answers, over each transport. */
import { isOutside } from '../../harness/plan/index.ts';
import { formatCount, formatNumber, formatRatio, msDecimals, NONE } from '../../numbers/format.ts';
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
import {
  type Heat,
  type HeatCell,
  heatStep,
  noted,
  numeric,
  rangedCell,
  ratioCell,
  type View,
  worded,
} from '../view.ts';
import { measuredView, severalHeadings, type ViewPage, withRecord } from './page.ts';
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
      ...{ heading: withRecord(heading, headings.get(run.id)), cells },
    })),
  );
  const what = workloadNames(study)(WORKLOAD);
  const caption = `Calls a second by who calls and who answers: ${what}`;
  const rows = squares.flatMap(({ heading, cells }) => cells.map((cell) => ({ ...cell, heading })));
  return measuredView(page, runs, rows, {
    ...{ name: 'pairs', title: 'Every pair of runtimes', heat: heatOf(caption, squares) },
    needs: `the workload ${WORKLOAD} with arms of two runtimes, such as kkrpc/node-bun-stdio,`,
    table: {
      caption: `Intervals of every pair: ${what}`,
      note: 'Medians with their intervals. The ratio is of calls a second to those of Node calling Node over the same transport, in the same rounds.',
      headingOf: ({ heading }) => heading,
      columns: [
        worded(
          'Pair',
          ({ pair }) => `${runtimeNames[pair.client]} calls ${runtimeNames[pair.server]}`,
        ),
        numeric('Calls a second', ({ perSecond }) => rangedCell(perSecond, 0)),
        numeric('µs a call', ({ usPerCall }) => rangedCell(usPerCall)),
        numeric('Against Node to Node', ({ ratio }) => ratioCell(ratio)),
        worded('Outcome', ({ instead, reason }) => ({
          text: instead ?? 'measured',
          ...noted(reason),
        })),
      ],
    },
  });
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
