/** Figures of networks: the time of a call by their round trip, and what that time is made of. */
import * as Plot from '@observablehq/plot';
import type { Figure, OfSystem, Rows } from './figure.ts';
import { formatMs, formatNumber, formatPercent, formatSpan } from './format.ts';
import { ink, systemColor, systemDots, tall } from './marks.ts';
import { logLog } from './panels.ts';
import { rowPanel } from './rows.ts';

// Figure: the time of a call against the round trip of the network, measured and by a formula.

/** A system's time of a call over one network. */
export interface DistancePoint extends OfSystem {
  /** Round trip of the network, in ms. */
  roundTripMs: number;
  /** What was measured, in ms. */
  ms: number;
  /** What the formula says, in ms. */
  modelledMs: number;
}

/** Times of calls over networks, and what the formula says of each. */
export function distance({ rows: points, width }: Rows<DistancePoint>): Figure {
  const line = [...Map.groupBy(points, ({ roundTripMs }) => roundTripMs).values()]
    .flatMap(([first]) => first ?? [])
    .sort((a, b) => a.roundTripMs - b.roundTripMs);
  const x = {
    label: 'round trip of the network in ms',
    values: points.map(({ roundTripMs }) => roundTripMs),
  };
  const y = {
    label: 'ms for one call',
    values: points.flatMap(({ ms, modelledMs }) => [ms, modelledMs]),
  };
  return {
    title: titleOf(points),
    label: `Time of a call against the network’s round trip. ${points.map(distanceSentence).join(' ')}`,
    note: 'Filled shapes are measured through a delaying proxy. The dashed line is the source’s formula. Both axes are logarithmic.',
    key: points.map(({ label, system }) => ({ label, system, filled: true })),
    panels: [
      {
        options: logLog(x, y, width, [
          Plot.line(line, {
            ...{ x: 'roundTripMs', y: 'modelledMs' },
            ...{ stroke: ink.quiet, strokeWidth: 2, strokeDasharray: '5 5' },
          }),
          systemDots(points, { x: 'roundTripMs', y: 'ms', isFilled: () => true }),
        ]),
      },
    ],
  };
}

/** How many round trips a call takes over the longest distance, where little else counts. */
function titleOf(points: readonly DistancePoint[]): string {
  const longest = Math.max(...points.map(({ roundTripMs }) => roundTripMs));
  const far = points.filter(({ roundTripMs }) => roundTripMs === longest);
  const trips = (amount: (point: DistancePoint) => number): string =>
    formatSpan(
      far.map((point) => amount(point) / longest),
      (value) => formatNumber(value, 2),
    );
  return `Over ${formatMs(longest)}, a call takes ${trips(({ ms }) => ms)} round trips; the source’s formula charges ${trips(({ modelledMs }) => modelledMs)}`;
}

function distanceSentence({ label, roundTripMs, ms, modelledMs }: DistancePoint): string {
  return `${label}, ${formatMs(roundTripMs)} there and back: ${formatMs(ms)}, by the formula ${formatMs(modelledMs)}.`;
}

// * Figure: what a call’s time over a network is made of. A bar for each network and system, as parts of the whole, because times from one network to the next differ a hundredfold.

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
    label: `Parts of one call, ${counted}. ${rows.map(partsSentence).join(' ')}`,
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

function partsSentence(row: NetworkRow): string {
  const { network, label, latencyMs, transferMs } = row;
  return `${network}: ${label}, ${formatMs(totalOf(row))}, of which base latency ${formatMs(latencyMs)}, transfer ${formatMs(transferMs)}, ${processingText(row)}.`;
}
