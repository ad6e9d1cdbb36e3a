/**
 * Figure: what a call’s time over a network is made of. A bar for each network and system, as
 * parts of the whole, because times from one network to the next differ a hundredfold.
 */
import * as Plot from '@observablehq/plot';
import {
  axisHeight,
  baseOptions,
  bottomAxis,
  ink,
  type Figure,
  type OfSystem,
  type Rows,
} from './figure.ts';
import { formatMs, formatPercent, formatSpan } from './format.ts';
import { colorOf } from './palette.ts';
import { stack, stackText, type Placed } from './stack.ts';

/** One call over one network. */
export interface NetworkRow extends OfSystem {
  /** Heading of the group: `Broadband, 100 Mbit/s, 10 ms`. */
  network: string;
  /** The three parts, in ms. */
  latencyMs: number;
  transferMs: number;
  processingMs: number;
}

/** Half the height of a bar, in px. */
const half = 6;

interface Segment {
  y: number;
  from: number;
  to: number;
  fill: string;
}

/** @param data with how base latency and payload are counted: `latency and payload charged once` */
export function networkParts({
  rows,
  width,
  counted,
}: Rows<NetworkRow> & { counted: string }): Figure {
  const placed = stack(rows, width, (row) => ({
    group: row.network,
    name: row.label,
    value: `${formatMs(totalOf(row))}, ${processingText(row)}`,
  }));
  return {
    title: `Processing is ${formatSpan(rows.map(processingShare), (part) => formatPercent(part, 1))} of a call’s time, ${counted}`,
    label: `Parts of one call, ${counted}. ${rows.map(sentence).join(' ')}`,
    note: 'Each bar is one whole call. Grey is base latency, the thin piece after it the transfer of the payload, and the colour at the end the system’s processing.',
    options: {
      ...baseOptions(width, placed.height + axisHeight),
      x: { domain: [0, 1] },
      marks: [
        ...stackText(placed),
        Plot.rect(placed.rows.flatMap(segments), {
          x1: 'from',
          x2: 'to',
          y1: ({ y }: Segment) => y - half,
          y2: ({ y }: Segment) => y + half,
          fill: 'fill',
        }),
        ...bottomAxis([0, 0.25, 0.5, 0.75, 1], 'part of the call’s time', (tick) =>
          formatPercent(tick),
        ),
      ],
    },
  };
}

function segments({ row, y }: Placed<NetworkRow>): Segment[] {
  const total = totalOf(row);
  const latency = row.latencyMs / total;
  const transfer = latency + row.transferMs / total;
  return [
    { y, from: 0, to: latency, fill: ink.muted },
    { y, from: latency, to: transfer, fill: 'var(--sl-color-white)' },
    { y, from: transfer, to: 1, fill: colorOf(row.system) },
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
