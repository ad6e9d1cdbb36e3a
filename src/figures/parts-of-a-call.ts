/** Figure: where the time of a call goes, one stacked bar a system. */
import * as Plot from '@observablehq/plot';
import type { Figure, OfSystem, Rows, Titled } from './figure.ts';
import { formatMs, msDecimals } from './format.ts';
import { ink, systemColor, tall } from './marks.ts';
import { rowPanel, widthOf } from './rows.ts';

/** A part of a call's time, from the outside in. */
export type PartOfCall = 'network' | 'socket' | 'protocol';

/** One bar. */
export interface CallParts extends OfSystem {
  /** In ms; `network` is part of `socket` where it was not measured apart. */
  parts: Partial<Record<PartOfCall, number>>;
}

const order = ['network', 'socket', 'protocol'] as const;

/** How the parts are called, with and without the network among the socket's. */
export function partName(part: PartOfCall, apart: boolean): string {
  if (part === 'network') return 'Network, there and back';
  if (part === 'protocol') return 'Protocol';
  return apart ? 'Socket and server' : 'Network, socket and server';
}

const fills = { network: ink.muted, socket: ink.quiet } as const;

/** Bars from nought on one scale, so that the totals can be compared as well. */
export function partsOfACall({ rows, title, width }: Rows<CallParts> & Titled): Figure {
  const apart = rows.some(({ parts }) => parts.network !== undefined);
  const totals = rows.map(({ parts }) => order.reduce((sum, part) => sum + (parts[part] ?? 0), 0));
  const decimals = msDecimals(Math.min(...totals));
  const whole = rows.map((row, at) => ({ ...row, total: totals[at] ?? 0 }));
  return {
    title,
    label: `${title}. ${whole.map((row) => sentenceOf(row, row.total, apart)).join(' ')}`,
    note: 'Socket: a hand-written WebSocket doing the same work. Protocol: what the system takes beyond that.',
    key: order
      .filter((part) => part !== 'network' || apart)
      .map((part) => ({
        label: partName(part, apart),
        fill: part === 'protocol' ? 'currentColor' : fills[part],
      })),
    panels: [
      rowPanel({
        ...{ rows: whole, width },
        textOf: ({ label, total }) => ({ name: label, value: formatMs(total, decimals) }),
        beside: {
          names: 24 + Math.max(0, ...rows.map(({ label }) => widthOf(label))),
          ...{ values: 72, edge: 0, row: 22 },
        },
        x: { domain: [0, Math.max(...totals) || 1] },
        marks: (placed) => [
          Plot.rect(placed.flatMap(barsOf), {
            ...{ x1: 'from', x2: 'to', ...tall(7), fill: 'fill', stroke: ink.page },
          }),
        ],
      }),
    ],
  };
}

/** The parts of a row, one after the other from nought. */
function barsOf(row: CallParts & { y: number }) {
  let from = 0;
  return order.flatMap((part) => {
    const ms = row.parts[part];
    if (ms === undefined) return [];
    const fill = part === 'protocol' ? systemColor(row) : fills[part];
    const bar = { y: row.y, from, to: from + ms, fill };
    from += ms;
    return [bar];
  });
}

function sentenceOf({ label, parts }: CallParts, total: number, apart: boolean): string {
  const each = order.flatMap((part) => {
    const ms = parts[part];
    return ms === undefined ? [] : [`${partName(part, apart).toLowerCase()} ${formatMs(ms)}`];
  });
  return `${label}: ${each.join(', ')}; ${formatMs(total)} in all.`;
}
