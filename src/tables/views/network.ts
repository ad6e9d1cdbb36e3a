/** View: the source's own table of networks, as it printed it. */
import { amounts, type AmountRow } from '../../figures/amounts.ts';
import { decimalsOf, formatMs, NONE, THIN } from '../../figures/format.ts';
import type { StudyOutline } from '../../harness/plan/index.ts';
import type { Unit } from '../../harness/record/index.ts';
import { type Cell, numbers, type Table, type View } from '../view.ts';
import {
  figureOf,
  figuresUnder,
  missing,
  numberCell,
  quotedSource,
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
      group: `${name}, ${speed}`,
      label,
      system,
      mark: 'quoted',
      value: ms,
    })),
  );
  const title = 'Time of one operation over networks, as the source modelled it';
  return {
    id: 'network',
    title: 'Times over networks',
    figure: (width) =>
      amounts({
        rows,
        quantity: {
          name: title,
          of: 'By the source’s model, an operation takes',
          axis: 'ms for one operation',
          better: 'Shorter is faster. None of this was measured: the source computed it.',
          format: (value) => formatMs(value, 2),
        },
        width,
      }),
    marks: ['quoted'],
    source: quotedSource(page.quoted),
    table: tableOf(title, networks),
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
      return ms === undefined
        ? []
        : [{ label: page.names(armOf(study, system), 'quoted').label, system, ms }];
    });
    if (totals.length === 0) throw missing(page, 'network', `figures ${id}.<system> in ms`);
    return [
      {
        name: `${id.charAt(0).toUpperCase()}${id.slice(1)}`,
        speed: `${figure.value ?? NONE}${THIN}${figure.unit}`,
        latencyMs: value(`${id}.latency`, 'ms'),
        totals,
        gap: value(`${id}.gap`, 'ms'),
        gapShare: value(`${id}.gap-share`, '%'),
      },
    ];
  });
}

/** The arm that stands for a system: the first the study names, which is the one its source measured. */
function armOf({ arms, subjects, reference }: StudyOutline, system: string): string {
  const compared = [...subjects, reference];
  return arms.find(({ id, system: own }) => own === system && compared.includes(id))?.id ?? system;
}

function tableOf(caption: string, networks: readonly Network[]): Table {
  const systems = networks[0]?.totals.map(({ label }) => label) ?? [];
  type ValueOf = (network: Network) => number | undefined;
  const decimals = (...values: ValueOf[]): number =>
    decimalsOf(networks.flatMap((network) => values.map((valueOf) => valueOf(network))));
  const times = systems.map(
    (label): ValueOf =>
      ({ totals }) =>
        totals.find((each) => each.label === label)?.ms,
  );
  const columns: Array<{ label: string; valueOf: ValueOf; decimals?: number }> = [
    { label: 'Base latency (ms)', valueOf: ({ latencyMs }) => latencyMs },
    // The two stand beside each other to be compared, so they have decimals in common.
    ...times.map((valueOf, at) => ({
      label: `${systems[at]} (ms)`,
      valueOf,
      decimals: decimals(...times),
    })),
    { label: 'Gap (ms)', valueOf: ({ gap }) => gap },
    { label: 'Gap (%)', valueOf: ({ gapShare }) => gapShare },
  ];
  const used = columns
    .filter(({ valueOf }) => networks.some((network) => valueOf(network) !== undefined))
    .map((column) => ({ ...column, decimals: column.decimals ?? decimals(column.valueOf) }));
  return {
    caption,
    marks: ['quoted'],
    columns: [{ label: 'Network' }, ...numbers(used.map(({ label }) => label))],
    groups: [
      {
        rows: networks.map((network): Cell[] => [
          { text: network.name, note: network.speed },
          ...used.map(({ valueOf, decimals }) => numberCell(valueOf(network), decimals)),
        ]),
      },
    ],
  };
}
