/** View: the steps of one round trip as parts of it. */
import { decimalsOf, formatPercent } from '../../figures/format.ts';
import { stages as stagesFigure, type Stage } from '../../figures/stages.ts';
import type { Cell, View } from '../view.ts';
import {
  figureOf,
  figuresUnder,
  missing,
  msPerOperation,
  numberCell,
  quotedSource,
  resultsOf,
  type ViewPage,
} from './page.ts';

/**
 * From the figures `client.<step>` in ms and the entry's one result, which is the round trip. What
 * is left of it is computed; a figure `remaining` in ms says that the source printed the same.
 */
export function stagesView(page: ViewPage): View {
  const steps = figuresUnder(page, 'client.').filter(
    ({ name, figure }) => name !== 'total' && figure.unit === 'ms' && figure.value !== undefined,
  );
  const [whole, ...others] = resultsOf(page);
  const roundTripMs = whole && msPerOperation(whole.result);
  if (steps.length === 0) throw missing(page, 'stages', 'figures client.<step> in ms');
  if (whole === undefined || others.length > 0 || roundTripMs === undefined) {
    throw missing(page, 'stages', 'one result with a time, which is the round trip,');
  }
  const decimals = decimalsOf(steps.map(({ figure: { value } }) => value));
  const stages = steps.map(({ figure: { label, value = Number.NaN, approximate } }) => ({
    label,
    ms: value,
    decimals,
    ...(approximate && { approximate }),
  }));
  const left = roundTripMs - stages.reduce((sum, { ms }) => sum + ms, 0);
  if (left < 0) {
    throw missing(
      page,
      'stages',
      `steps that take no more than the round trip, ${roundTripMs} ms,`,
    );
  }
  const printed = figureOf(page, 'remaining', 'ms')?.value;
  const isPrinted = printed !== undefined && printed.toFixed(decimals) === left.toFixed(decimals);
  const rest = { label: 'Everything else', ms: left, decimals, approximate: true } as const;
  const { arm, workload, result } = whole;
  const roundTrip = {
    label: 'The whole round trip',
    ms: roundTripMs,
    decimals: decimalsOf([roundTripMs]),
    ...(result.approximate && { approximate: true }),
  };
  const row = (stage: Stage, derived: boolean): Cell[] => [
    { text: stage.label },
    {
      ...numberCell(stage.ms, stage.decimals ?? decimals, stage.approximate),
      ...(derived && { mark: 'derived' as const }),
    },
    { text: formatPercent(stage.ms / roundTripMs, 1) },
  ];
  return {
    id: 'stages',
    title: 'Parts of the round trip',
    figure: (width) =>
      stagesFigure({
        system: arm.system,
        name: arm.label,
        workload: workload.label,
        roundTrip,
        stages,
        rest,
        width,
      }),
    marks: ['quoted', 'derived'],
    source: quotedSource(page.quoted),
    table: {
      caption: `Parts of one operation’s round trip, ${arm.label}`,
      marks: ['quoted'],
      columns: [
        { label: 'Part' },
        { label: 'Time (ms)', number: true },
        { label: 'Part of the round trip', number: true, mark: 'derived' },
      ],
      groups: [
        {
          rows: [
            ...stages.map((stage) => row(stage, false)),
            row(rest, !isPrinted),
            row(roundTrip, false),
          ],
        },
      ],
    },
  };
}
