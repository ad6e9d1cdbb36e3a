/** Figure: what the time of a call is made of, one stacked bar each. */
import * as Plot from '@observablehq/plot';
import type { Figure, KeyItem, OfSystem, Rows, Titled } from './figure.ts';
import { formatMs, msDecimals } from '../numbers/format.ts';
import { ink, systemColor, tall } from './marks.ts';
import { rowPanel, widthOf } from './rows.ts';

/** One bar: its parts in ms, the first at the left. */
interface Bar extends OfSystem {
  parts: ReadonlyArray<{ ms: number; fill: string }>;
  /** Stands beside it. */
  value: string;
  /** What it says in words, without its name. */
  says: string;
}

interface BarData extends Rows<Bar>, Titled {
  label: string;
  note: string;
  key?: readonly KeyItem[];
}

const totalOf = ({ parts }: Pick<Bar, 'parts'>): number =>
  parts.reduce((sum, { ms }) => sum + ms, 0);

/** Bars from nought, their parts end to end. */
function stacked({ rows, width, label, ...words }: BarData): Figure {
  const most = Math.max(...rows.map(totalOf)) || 1;
  const barsOf = ({ y, ...row }: Bar & { y: number }) => {
    let from = 0;
    return row.parts.map(({ ms, fill }) => {
      const to = from + ms;
      const bar = { y, from, to, fill };
      from = to;
      return bar;
    });
  };
  const says = rows.map(({ label: name, says }) => `${name}${says}`);
  return {
    ...words,
    label: `${label} ${says.join(' ')}`,
    panels: [
      rowPanel({
        ...{ rows, width },
        textOf: ({ label: name, value }) => ({ name, value }),
        beside: {
          names: 24 + Math.max(0, ...rows.map((row) => widthOf(row.label))),
          ...{ values: 72, edge: 0, row: 22 },
        },
        x: { domain: [0, most] },
        marks: (placed) => [
          Plot.rect(placed.flatMap(barsOf), {
            ...{ x1: 'from', x2: 'to', ...tall(7), fill: 'fill', stroke: ink.page },
          }),
        ],
      }),
    ],
  };
}

// Figure: where the time of a call goes, on one scale, so that the totals can be compared as well.

/** A part of a call's time, from the outside in. */
type PartOfCall = 'network' | 'socket' | 'protocol';

export interface CallParts extends OfSystem {
  /** In ms; `network` is part of `socket` where it was not measured apart. */
  parts: Partial<Record<PartOfCall, number>>;
}

const order = ['network', 'socket', 'protocol'] as const;

/** How the parts are called, with and without the network among the socket's. */
function partName(part: PartOfCall, apart: boolean): string {
  if (part === 'network') return 'Network, there and back';
  if (part === 'protocol') return 'Protocol';
  return apart ? 'Socket and server' : 'Network, socket and server';
}

const fills = { network: ink.muted, socket: ink.quiet } as const;

export function partsOfACall({ rows, title, width }: Rows<CallParts> & Titled): Figure {
  const apart = rows.some(({ parts }) => parts.network !== undefined);
  const known = rows.map((row) => ({
    ...row,
    parts: order.flatMap((part) => {
      const ms = row.parts[part];
      const fill = part === 'protocol' ? systemColor(row) : fills[part];
      return ms === undefined ? [] : [{ part, ms, fill }];
    }),
  }));
  const decimals = msDecimals(Math.min(...known.map(totalOf)));
  return stacked({
    ...{ title, width, label: `${title}.` },
    note: 'Socket: a hand-written WebSocket doing the same work. Protocol: what the system takes beyond that.',
    key: order
      .filter((part) => part !== 'network' || apart)
      .map((part) => ({
        label: partName(part, apart),
        fill: part === 'protocol' ? 'currentColor' : fills[part],
      })),
    rows: known.map((row) => {
      const each = row.parts.map(
        ({ part, ms }) => `${partName(part, apart).toLowerCase()} ${formatMs(ms)}`,
      );
      const says = `: ${each.join(', ')}; ${formatMs(totalOf(row))} in all.`;
      return { ...row, value: formatMs(totalOf(row), decimals), says };
    }),
  });
}
