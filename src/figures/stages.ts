/**
 * Figure: the steps of one round trip as parts of it. The steps known one by one are so short that
 * they stand a second time under the bar, drawn larger; numbers lead from a part to its name.
 */
import * as Plot from '@observablehq/plot';
import { ink, type Figure } from './figure.ts';
import { formatMs, formatPercent } from './format.ts';
import { colorOf } from './palette.ts';
import { heading, linearScale, pixelOptions } from './panel.ts';

/** One part of the round trip. */
export interface Stage {
  label: string;
  ms: number;
  /** Decimals it was printed with. */
  decimals?: number;
  /** Whether the source calls it approximate. */
  approximate?: boolean;
}

/** Plain data of the figure. */
interface StagesData {
  /** Id of the system, for the colour. */
  system: string;
  /** The arm that made the round trip. */
  name: string;
  /** The workload of which it is one operation, on average. */
  workload: string;
  /** The whole round trip. */
  roundTrip: Stage;
  /** The steps known one by one, and last what is left of the round trip. */
  stages: readonly Stage[];
  rest: Stage;
  /** Width of the drawing, in px. */
  width: number;
}

const barHeight = 40;
const barTop = 46;
const zoomTop = barTop + 82;
const keyTop = zoomTop + barHeight + 22;
const lineHeight = 26;

interface Part {
  number: number;
  from: number;
  to: number;
}

/** Parts one after another from nought. */
function cumulated(stages: readonly Stage[]): Part[] {
  let from = 0;
  return stages.map(({ ms }, index) => {
    const part = { number: index + 1, from, to: from + ms };
    from = part.to;
    return part;
  });
}

/** The known steps, the rest and, larger, the known steps again. */
export function stages({
  system,
  name,
  workload,
  roundTrip,
  stages: known,
  rest,
  width,
}: StagesData): Figure {
  const all = [...known, rest];
  const roundTripMs = roundTrip.ms;
  const parts = cumulated(all);
  const zoomed = parts.slice(0, known.length);
  const end = zoomed.at(-1)?.to ?? 0;
  const x = linearScale([0, roundTripMs], [0.5, width - 0.5]);
  const zoom = linearScale([0, end], [0.5, width - 0.5]);
  const color = colorOf(system);
  const bars = (list: readonly Part[], scale: typeof x, top: number): Plot.Markish =>
    Plot.rect(list, {
      x1: ({ from }: Part) => scale(from),
      x2: ({ to }: Part) => scale(to),
      y1: top,
      y2: top + barHeight,
      fill: ({ number }: Part) => (number > known.length ? ink.faint : color),
      // The page between two parts keeps them apart without a line of its own.
      stroke: ink.page,
      strokeWidth: list === zoomed ? 2 : 1,
    });
  const numbered = parts.map((part) => {
    const [scale, top] = part.number > known.length ? [x, barTop] : [zoom, zoomTop];
    return { ...part, x: scale((part.from + part.to) / 2), y: top + barHeight / 2 };
  });
  const lines = all.map((stage, index) => ({
    stage,
    number: index + 1,
    y: keyTop + (index + 0.5) * lineHeight,
  }));
  type Line = (typeof lines)[number];
  const start = { textAnchor: 'start' } as const;
  const numberText = ({ number }: { number: number }): string => String(number);
  const total = `One operation of ${workload}: ${timeOf(roundTrip)}`;
  return {
    title: `${rest.label}: ${formatPercent(rest.ms / roundTripMs, 1)} of the round trip`,
    label: `${name}. ${total}. ${all.map((stage) => sentence(stage, roundTripMs)).join(' ')}`,
    note: 'The upper bar is the whole round trip; the lower one is its first parts, drawn larger. Parts are not in the order of time.',
    options: {
      ...pixelOptions(width, keyTop + all.length * lineHeight + 4),
      marks: [
        heading(name, 12),
        Plot.text([total], { ...start, x: 0, y: 31, text: String }),
        bars(parts, x, barTop),
        // From both ends of the short parts to both ends of their enlargement.
        Plot.link(
          [
            [x(0), zoom(0)],
            [x(end), zoom(end)],
          ],
          {
            x1: ([from]: number[]) => from,
            x2: ([, to]: number[]) => to,
            y1: barTop + barHeight + 3,
            y2: zoomTop - 3,
            stroke: ink.muted,
          },
        ),
        bars(zoomed, zoom, zoomTop),
        Plot.dot(numbered, { x: 'x', y: 'y', r: 11, fill: ink.page }),
        Plot.text(numbered, { x: 'x', y: 'y', text: numberText, fontWeight: 600 }),
        Plot.text(lines, { ...start, x: 0, y: 'y', text: numberText, fontWeight: 600 }),
        Plot.text(lines, { ...start, x: 20, y: 'y', text: ({ stage }: Line) => stage.label }),
        Plot.text(lines, {
          x: width,
          y: 'y',
          textAnchor: 'end',
          fontWeight: 600,
          text: ({ stage }: Line) => valueOf(stage, roundTripMs),
        }),
      ],
    },
  };
}

function timeOf({ ms, decimals, approximate }: Stage): string {
  return `${approximate ? '≈' : ''}${formatMs(ms, decimals)}`;
}

/** `≈0.010 ms · 1 %` */
function valueOf(stage: Stage, whole: number): string {
  return `${timeOf(stage)} · ${formatPercent(stage.ms / whole, 1)}`;
}

function sentence(stage: Stage, whole: number): string {
  return `${stage.label}: ${valueOf(stage, whole).replace(' ·', ',')} of it.`;
}
