/**
 * Figure: the steps of one round trip as parts of it. The steps known one by one are so short that
 * they stand a second time under the bar, drawn larger; numbers lead from a part to its name.
 */
import * as Plot from '@observablehq/plot';
import type { Sized, Figure } from './figure.ts';
import { formatMs, formatPercent } from './format.ts';
import { ink } from './marks.ts';
import { colorOf } from './palette.ts';

/** One part of the round trip. */
export interface Stage {
  label: string;
  ms: number;
  /** Decimals it was printed with. */
  decimals?: number;
  /** Whether the source calls it approximate. */
  approximate?: boolean;
}

interface StagesData extends Sized {
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
}

const barHeight = 40;
const zoomTop = 82;
const keyTop = zoomTop + barHeight + 22;
const lineHeight = 26;

/** The known steps, the rest and, larger, the known steps again. */
export function stages(data: StagesData): Figure {
  const { system, name, workload, roundTrip, rest, width } = data;
  const all = [...data.stages, rest];
  const known = data.stages.length;
  let from = 0;
  const parts = all.map((stage, at) => {
    const part = { stage, number: at + 1, from, to: (from += stage.ms / roundTrip.ms) };
    return { ...part, y: keyTop + (at + 0.5) * lineHeight };
  });
  type Part = (typeof parts)[number];
  const isKnown = ({ number }: Part): boolean => number <= known;
  /** How many times larger the known parts are drawn below. */
  const zoom = 1 / (parts[known - 1]?.to ?? 1);
  const bars = (list: readonly Part[], top: number, larger: number): Plot.Markish[] => [
    Plot.rect(list, {
      x1: (part: Part) => part.from * larger,
      x2: (part: Part) => part.to * larger,
      ...{ y1: top, y2: top + barHeight },
      fill: (part: Part) => (isKnown(part) ? colorOf(system) : ink.faint),
      // The page between two parts keeps them apart without a line of its own.
      ...{ stroke: ink.page, strokeWidth: larger > 1 ? 2 : 1 },
    }),
  ];
  const numbers = (list: readonly Part[], top: number, larger: number): Plot.Markish[] => {
    const x = (part: Part) => ((part.from + part.to) / 2) * larger;
    const at = { x, y: top + barHeight / 2 } as const;
    return [
      Plot.dot(list, { ...at, r: 11, fill: ink.page }),
      Plot.text(list, { ...at, text: 'number', fontWeight: 600 }),
    ];
  };
  const total = `One operation of ${workload}: ${timeOf(roundTrip)}`;
  const start = { frameAnchor: 'left', textAnchor: 'start', y: 'y' } as const;
  return {
    title: `${rest.label}: ${formatPercent(rest.ms / roundTrip.ms, 1)} of the round trip`,
    label: `${name}. ${total}. ${all.map((stage) => sentence(stage, roundTrip.ms)).join(' ')}`,
    note: 'The upper bar is the whole round trip; the lower one is its first parts, drawn larger. Parts are not in the order of time.',
    panels: [
      {
        ...{ heading: name, text: total },
        options: {
          ...{ width, height: keyTop + all.length * lineHeight + 4, margin: 0 },
          x: { domain: [0, 1], range: [0.5, width - 0.5], axis: null },
          y: { type: 'identity', axis: null },
          marks: [
            ...bars(parts, 0, 1),
            // From both ends of the short parts to both ends of their enlargement.
            Plot.link([0, 1], {
              ...{ x1: (end: number) => end / zoom, x2: (end: number) => end },
              ...{ y1: barHeight + 3, y2: zoomTop - 3, stroke: ink.muted },
            }),
            ...bars(parts.filter(isKnown), zoomTop, zoom),
            ...numbers(parts.filter(isKnown), zoomTop, zoom),
            ...numbers(parts.slice(known), 0, 1),
            Plot.text(parts, { ...start, text: 'number', fontWeight: 600 }),
            Plot.text(parts, { ...start, dx: 20, text: ({ stage }: Part) => stage.label }),
            Plot.text(parts, {
              ...{ y: 'y', frameAnchor: 'right', textAnchor: 'end', fontWeight: 600 },
              text: ({ stage }: Part) => valueOf(stage, roundTrip.ms),
            }),
          ],
        },
      },
    ],
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
