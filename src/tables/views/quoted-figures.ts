/** Views of figures that a source prints one by one: networks, and the parts of a round trip. */
import { amounts, type AmountRow } from '../../figures/amounts.ts';
import { decimalsOf, formatMs, formatPercent, NONE, THIN } from '../../figures/format.ts';
import { stages as stagesFigure, type Stage } from '../../figures/stages.ts';
import type { StudyOutline } from '../../harness/plan/index.ts';
import type { Unit } from '../../harness/record/index.ts';
import { capital } from '../../report/words.ts';
import { type ColumnOf, numberCell, numeric, tableOf, type View } from '../view.ts';
import {
  figureOf,
  figuresUnder,
  missing,
  msPerOperation,
  quotedParts,
  resultsOf,
  type ViewPage,
} from './page.ts';

/** What the source says of one network. */
interface Network {
  name: string;
  speed: string;
  latencyMs: number | undefined;
  /** Its time with each system, in the order of the study's systems, in ms. */
  totals: { label: string; system: string; ms: number }[];
  gap: number | undefined;
  gapShare: number | undefined;
}

/**
 * From figures `<network>.<system>` in ms, with `<network>.speed`, `.latency`, `.gap` and
 * `.gap-share` beside them where the source has them.
 */
export function networkView(page: ViewPage): View {
  const networks = networksOf(page);
  if (networks.length === 0) {
    throw missing(page, 'network', 'figures <network>.speed and <network>.<system> in ms');
  }
  const rows = networks.flatMap(({ name, speed, totals }) =>
    totals.map(({ label, system, ms }): AmountRow => ({
      ...{ group: `${name}, ${speed}`, label, system, mark: 'quoted', value: ms },
    })),
  );
  const title = 'Time of one operation over networks, as the source modelled it';
  const quantity = {
    name: title,
    of: 'By the source’s model, an operation takes',
    axis: 'ms for one operation',
    better: 'Shorter is faster. None of this was measured: the source computed it.',
    format: (value: number) => formatMs(value, 2),
  };
  return {
    ...{ id: 'network', title: 'Times over networks', ...quotedParts(page) },
    figure: (width) => amounts({ rows, quantity, width }),
    table: tableOf(networks, {
      ...{ caption: title, marks: ['quoted'] },
      columns: [
        { label: 'Network', cell: ({ name, speed }) => ({ text: name, note: speed }) },
        ...networkColumns(networks),
      ],
    }),
  };
}

function networksOf(page: ViewPage): Network[] {
  const { study } = page;
  const systems = [...new Set(study.arms.map(({ system }) => system))];
  const value = (id: string, unit: Unit): number | undefined => figureOf(page, id, unit)?.value;
  return figuresUnder(page, '').flatMap(({ figure }): Network[] => {
    const id = /^(.+)\.speed$/.exec(figure.id)?.[1];
    if (id === undefined) return [];
    const totals = systems.flatMap((system) => {
      const ms = value(`${id}.${system}`, 'ms');
      const { label } = page.names(armOf(study, system), 'quoted');
      return ms === undefined ? [] : [{ label, system, ms }];
    });
    if (totals.length === 0) throw missing(page, 'network', `figures ${id}.<system> in ms`);
    return [
      {
        ...{ name: capital(id), speed: `${figure.value ?? NONE}${THIN}${figure.unit}`, totals },
        latencyMs: value(`${id}.latency`, 'ms'),
        ...{ gap: value(`${id}.gap`, 'ms'), gapShare: value(`${id}.gap-share`, '%') },
      },
    ];
  });
}

/** The arm that stands for a system: the first the study names, which is the one its source measured. */
function armOf({ arms, subjects, reference }: StudyOutline, system: string): string {
  const compared = [...subjects, reference];
  return arms.find(({ id, system: own }) => own === system && compared.includes(id))?.id ?? system;
}

/** Those that the source has numbers for. */
function networkColumns(networks: readonly Network[]): ColumnOf<Network>[] {
  const systems = networks[0]?.totals.map(({ label }) => label) ?? [];
  const timeWith = (label: string) => (network: Network) =>
    network.totals.find((each) => each.label === label)?.ms;
  const columns = [
    { label: 'Base latency (ms)', valueOf: ({ latencyMs }: Network) => latencyMs },
    ...systems.map((label) => ({ label: `${label} (ms)`, valueOf: timeWith(label), isTime: true })),
    { label: 'Gap (ms)', valueOf: ({ gap }: Network) => gap },
    { label: 'Gap (%)', valueOf: ({ gapShare }: Network) => gapShare },
  ];
  // Times stand beside each other to be compared, so they have decimals in common.
  const ofTimes = decimalsOf(networks.flatMap(({ totals }) => totals.map(({ ms }) => ms)));
  return columns
    .map((column) => ({ ...column, values: networks.map(column.valueOf) }))
    .filter(({ values }) => values.some((value) => value !== undefined))
    .map(({ label, valueOf, values, ...rest }) =>
      numeric(label, (network) =>
        numberCell(valueOf(network), 'isTime' in rest ? ofTimes : decimalsOf(values)),
      ),
    );
}

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
    ...{ label, ms: value, decimals },
    ...(approximate && { approximate }),
  }));
  const left = roundTripMs - stages.reduce((sum, { ms }) => sum + ms, 0);
  if (left < 0) {
    const most = `steps that take no more than the round trip, ${roundTripMs} ms,`;
    throw missing(page, 'stages', most);
  }
  const printed = figureOf(page, 'remaining', 'ms')?.value;
  const isPrinted = printed !== undefined && printed.toFixed(decimals) === left.toFixed(decimals);
  const rest = { label: 'Everything else', ms: left, decimals, approximate: true } as const;
  const { arm, workload, result } = whole;
  const roundTrip: Stage = {
    ...{ label: 'The whole round trip', ms: roundTripMs, decimals: decimalsOf([roundTripMs]) },
    ...(result.approximate && { approximate: true }),
  };
  return {
    ...{ id: 'stages', title: 'Parts of the round trip', ...quotedParts(page) },
    marks: ['quoted', 'derived'],
    figure: (width) =>
      stagesFigure({
        ...{ system: arm.system, name: arm.label, workload: workload.label },
        ...{ roundTrip, stages, rest, width },
      }),
    table: tableOf([...stages, rest, roundTrip], {
      ...{ caption: `Parts of one operation’s round trip, ${arm.label}`, marks: ['quoted'] },
      columns: [
        { label: 'Part', cell: ({ label }) => ({ text: label }) },
        numeric('Time (ms)', (stage) => ({
          ...numberCell(stage.ms, stage.decimals ?? decimals, stage.approximate),
          ...(stage === rest && !isPrinted && { mark: 'derived' }),
        })),
        numeric(
          'Part of the round trip',
          ({ ms }) => ({ text: formatPercent(ms / roundTripMs, 1) }),
          { mark: 'derived' },
        ),
      ],
    }),
  };
}
