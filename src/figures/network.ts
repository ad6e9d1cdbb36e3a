/**
 * Figure: what a call’s time over a network is made of. A bar for each network and system, as
 * parts of the whole, because times from one network to the next differ a hundredfold.
 */
import * as Plot from '@observablehq/plot';
import type { Figure, OfSystem, Rows } from './figure.ts';
import { formatMs, formatPercent, formatSpan } from './format.ts';
import { ink, systemColor, tall } from './marks.ts';
import { rowPanel } from './rows.ts';

/** One call over one network. */
export interface NetworkRow extends OfSystem {
  /** Heading of the group: `Broadband, 100 Mbit/s, 10 ms`. */
  network: string;
  /** The three parts, in ms. */
  latencyMs: number;
  transferMs: number;
  processingMs: number;
}

/** @param data with how base latency and payload are counted: `latency and payload charged once` */
export function networkParts({
  rows,
  width,
  counted,
}: Rows<NetworkRow> & { counted: string }): Figure {
  return {
    title: `Processing is ${formatSpan(rows.map(processingShare), (part) => formatPercent(part, 1))} of a call’s time, ${counted}`,
    label: `Parts of one call, ${counted}. ${rows.map(sentence).join(' ')}`,
    note: 'Each bar is one whole call. Grey is base latency, the thin piece after it the transfer of the payload, and the colour at the end the system’s processing.',
    panels: [
      rowPanel({
        ...{ rows, width },
        textOf: (row) => ({
          group: row.network,
          name: row.label,
          value: `${formatMs(totalOf(row))}, ${processingText(row)}`,
        }),
        x: { domain: [0, 1] },
        axis: { label: 'part of the call’s time', text: (tick) => formatPercent(tick) },
        marks: (placed) => [
          Plot.rect(placed.flatMap(segments), {
            ...{ x1: 'from', x2: 'to', ...tall(6), fill: 'fill' },
          }),
        ],
      }),
    ],
  };
}

function segments(row: NetworkRow & { y: number }) {
  const total = totalOf(row);
  const latency = row.latencyMs / total;
  const transfer = latency + row.transferMs / total;
  return [
    { y: row.y, from: 0, to: latency, fill: ink.muted },
    { y: row.y, from: latency, to: transfer, fill: 'var(--sl-color-white)' },
    { y: row.y, from: transfer, to: 1, fill: systemColor(row) },
  ];
}

function totalOf({ latencyMs, transferMs, processingMs }: NetworkRow): number {
  return latencyMs + transferMs + processingMs;
}

function processingShare(row: NetworkRow): number {
  return row.processingMs / totalOf(row);
}

function processingText(row: NetworkRow): string {
  const share = processingShare(row);
  return `${formatPercent(share, share < 0.1 ? 1 : 0)} processing`;
}

function sentence(row: NetworkRow): string {
  const { network, label, latencyMs, transferMs } = row;
  return `${network}: ${label}, ${formatMs(totalOf(row))}, of which base latency ${formatMs(latencyMs)}, transfer ${formatMs(transferMs)}, ${processingText(row)}.`;
}
