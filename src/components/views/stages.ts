/** View: the steps of one round trip as parts of it. */
import { formatPercent } from '../../figures/format.ts';
import { stages as stagesFigure } from '../../figures/stages.ts';
import type { Cell, View } from '../view.ts';
import { figuresUnder, missing, msPerOperation, resultsOf } from './figures-of.ts';
import { decimalsOf, numberCell } from './numbers.ts';
import { quotedSource, type ViewPage } from './page.ts';

/**
 * From the figures `client.<step>` in ms and the entry's one result, which is the round trip. What
 * is left of it is computed.
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
  const stages = steps.map(({ figure: { label, value = Number.NaN, approximate } }) => ({
    label,
    ms: value,
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
  const rest = { label: 'Everything else', ms: left, approximate: true } as const;
  const { arm, workload } = whole;
  const decimals = decimalsOf(stages.map(({ ms }) => ms));
  const row = (label: string, ms: number, derived: boolean): Cell[] => [
    { text: label },
    {
      ...numberCell(ms, decimals, true),
      ...(derived && { mark: 'derived' as const }),
    },
    { text: formatPercent(ms / roundTripMs, 1) },
  ];
  return {
    id: 'stages',
    title: 'Parts of the round trip',
    figure: (width) =>
      stagesFigure({
        system: arm.system,
        name: arm.label,
        workload: workload.label,
        roundTripMs,
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
            ...stages.map(({ label, ms }) => row(label, ms, false)),
            row(rest.label, left, true),
            row('The whole round trip', roundTripMs, false),
          ],
        },
      ],
    },
  };
}
