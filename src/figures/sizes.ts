/** Figure: data moved in a second against the size of a payload, two small panels for each arm. */
import * as Plot from '@observablehq/plot';
import { margins, systemDots, type Figure, type OfSystem, type Rows } from './figure.ts';
import { formatBytes, formatMegabytes, rateDecimals } from './format.ts';
import { legend, type LegendItem } from './legend.ts';
import { colorOf, drawn, type SystemSymbol } from './palette.ts';
import { heading, logDomain, logScale, logTicks, panel, panelHead, pixelOptions } from './panel.ts';
import { wrap } from './stack.ts';

/** Ways of a payload: as an argument, as an answer, as both. */
export const sizeWays = ['up', 'down', 'echo'] as const;
export type SizeWay = (typeof sizeWays)[number];
export const sizeKinds = ['text', 'bytes'] as const;
export type SizeKind = (typeof sizeKinds)[number];

/** What each way is called. */
export const wayNames: Readonly<Record<SizeWay, string>> = {
  up: 'up',
  down: 'down',
  echo: 'up and back',
};

/** Data of one arm with payloads of one size, as measured here. */
export interface SizePoint extends OfSystem {
  way: SizeWay;
  kind: SizeKind;
  /** Bytes of one payload. */
  bytes: number;
  /** MB (a million bytes) in a second, with the ends of the interval. */
  perSecond: number;
  low?: number;
  high?: number;
}

const looksOfWays: Readonly<Record<SizeWay, { symbol: SystemSymbol; dash: string }>> = {
  up: { symbol: 'triangle', dash: 'none' },
  down: { symbol: 'down', dash: '6 4' },
  echo: { symbol: 'circle', dash: '1 4' },
};

const plotHeight = 120;
const tickRoom = 26;
const lineHeight = 20;
const headingWidth = 7.4;
/** Room left of the first panel for the labels of its axis, and between the two, in px. */
const gutter = 44;
const between = 28;
const rowGap = 18;

type Scale = (value: number) => number;

/** Both axes are logarithmic and the same in every panel, so that panels can be compared. */
export function sizes({ rows: points, width }: Rows<SizePoint>): Figure {
  const key = legend(sizeWays.map(keyItem), width);
  const right = width - margins.right;
  const half = (right - gutter - between) / 2;
  const xDomain = logDomain(
    points.map(({ bytes }) => bytes),
    0.04,
  );
  const yDomain = logDomain(
    points.flatMap(({ perSecond, low, high }) =>
      [perSecond, low, high].filter((each) => each !== undefined),
    ),
    0.04,
  );
  const xTicks = powers(xDomain, half, 52).map((value) => ({ value, text: powerText(value) }));
  const yTicks = powers(yDomain, plotHeight, 24);
  const marks: Plot.Markish[] = [...key.marks];
  let top = key.height + 6;
  for (const [label, members] of Map.groupBy(points, (point) => point.label)) {
    for (const line of wrap(label, width / headingWidth)) {
      marks.push(heading(line, top + 10));
      top += lineHeight;
    }
    const plotTop = top + panelHead(undefined);
    const bottom = plotTop + plotHeight;
    const y = logScale(yDomain, [bottom, plotTop]);
    for (const [at, kind] of sizeKinds.entries()) {
      const left = gutter + at * (half + between);
      const x = logScale(xDomain, [left, left + half]);
      marks.push(
        ...panel({
          ...{ left, right: left + half, top, bottom, nameFrom: at === 0 ? 0 : left },
          x: { scale: x, ticks: xTicks },
          y: {
            scale: y,
            label: `MB/s, ${kind}`,
            ticks: yTicks.map((value) => ({ value, text: at === 0 ? String(value) : '' })),
          },
        }),
        ...lines(
          members.filter((point) => point.kind === kind),
          x,
          y,
        ),
      );
    }
    top = bottom + tickRoom + rowGap;
  }
  return {
    title: titleOf(points),
    label: `Data moved in a second, by the size of a payload. ${points.map(sentence).join(' ')}`,
    note: 'Higher is faster. Across is the size of one payload. Both axes are logarithmic, and the same in every panel. MB are a million bytes; what goes up and back counts both ways. A bar is the interval of the median.',
    options: { ...pixelOptions(width, top - rowGap), marks },
  };
}

/** Powers of ten, or every so many of them, as there is room for. */
function powers(domain: readonly [number, number], room: number, each: number): number[] {
  return logTicks(domain, room, each).filter((tick) => Number.isInteger(Math.log10(tick)));
}

/** A power of ten without decimals: `10 kB`. */
function powerText(bytes: number): string {
  return formatBytes(bytes).replace(/\.0+/, '');
}

function keyItem(way: SizeWay): LegendItem {
  const { symbol } = looksOfWays[way];
  return { label: wayNames[way], system: 'other', symbol, filled: true };
}

function lines(points: readonly SizePoint[], x: Scale, y: Scale): Plot.Markish[] {
  const color = ({ system }: SizePoint): string => colorOf(system);
  const place = { x: ({ bytes }: SizePoint) => x(bytes) };
  const ways = sizeWays.map((way) =>
    Plot.line(
      points.filter((point) => point.way === way).toSorted((a, b) => a.bytes - b.bytes),
      {
        ...place,
        y: ({ perSecond }: SizePoint) => y(perSecond),
        z: null,
        stroke: color,
        strokeWidth: 1.5,
        strokeDasharray: looksOfWays[way].dash,
      },
    ),
  );
  return [
    ...ways,
    Plot.link(
      points.filter(({ low, high }) => low !== undefined && high !== undefined),
      {
        x1: place.x,
        x2: place.x,
        y1: ({ low = 1 }: SizePoint) => y(low),
        y2: ({ high = 1 }: SizePoint) => y(high),
        stroke: color,
        strokeWidth: 5,
        strokeOpacity: 0.35,
      },
    ),
    systemDots(points, ({ system }) => system, {
      ...place,
      y: ({ perSecond }: SizePoint) => y(perSecond),
      r: 3.5,
      symbol: ({ way }: SizePoint) => drawn(looksOfWays[way].symbol),
      isFilled: () => true,
    }),
  ];
}

/** The fastest of all, and how. */
function titleOf(points: readonly SizePoint[]): string {
  const [most] = points.toSorted((one, other) => other.perSecond - one.perSecond);
  if (most === undefined) return 'No amount is known';
  const { label, way, kind, bytes, perSecond } = most;
  return `Most data moves with ${label}: ${rateText(perSecond)}, ${kind} ${wayNames[way]}, ${formatBytes(bytes)} at a time`;
}

function sentence({ label, way, kind, bytes, perSecond }: SizePoint): string {
  return `${label}, ${formatBytes(bytes)} of ${kind} ${wayNames[way]}: ${rateText(perSecond)}.`;
}

function rateText(perSecond: number): string {
  return formatMegabytes(perSecond, rateDecimals(perSecond));
}
