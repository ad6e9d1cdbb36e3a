/**
 * Figure: one claim in several places. A row for each workload holds what a source states, what was
 * measured here and what the reader measured, on one axis: a claim, an interval, and one's own.
 */
import * as Plot from '@observablehq/plot';
import type { FlatRatio } from '../harness/statistics/index.ts';
import type { Sized, Figure, Titled } from './figure.ts';
import { formatPercent, formatRatioInterval } from './format.ts';
import {
  bands,
  ink,
  intervalsAcross,
  logDomain,
  ratioTicks,
  systemDots,
  uprights,
} from './marks.ts';
import { rowPanel, sidesOf, widthOf } from './rows.ts';
import { TO_COME, toCome } from './to-come.ts';

/**
 * Whose ratio it is. Quoted ones kept no samples; `yours` has a place before it is there. What was
 * published here is of the library itself and of what stands in for it, where there are both.
 */
export type Whose = 'quoted' | 'published' | 'library' | 'standIn' | 'theirs' | 'yours';

/** How each is called in the figure. Whose implementation ran, and where, stands in its key. */
export const whoseNames: Readonly<Record<Whose, string>> = {
  quoted: 'Quoted',
  published: 'Measured here',
  library: 'The library',
  standIn: 'This site’s',
  theirs: 'Theirs',
  yours: 'Yours',
};

/** One ratio of a workload; none where it is still to come. */
export interface BesideValue extends Partial<FlatRatio> {
  whose: Whose;
  /** Id of the system, where it is of another than the figure. */
  system?: string;
}

export interface BesideData extends Sized, Titled {
  rows: ReadonlyArray<{ heading: string; values: readonly BesideValue[] }>;
  /** Id of the system that the ratios are of, for colour and shape. */
  system: string;
  /** Names of that arm and of the one that it is compared with: `Lumenize’s protocol`. */
  arm: string;
  reference: string;
  /** Half-width of what counts as equal, as a fraction. */
  margin: number;
}

const lineHeight = 18;
/** Under the plot: ticks, and what left and right mean on one line or two. */
const ticksHeight = 24;
const textBeside = { names: 108, values: 132, edge: 8, row: lineHeight };

/** Ratios on a log axis, so that 2× and 0.5× are equally far from 1. */
export function beside(data: BesideData): Figure {
  const { arm, reference, margin, title, width } = data;
  const rows = data.rows.flatMap(({ heading, values }) =>
    values.map((value) => ({ ...value, heading, system: value.system ?? data.system })),
  );
  const equal = [1 / (1 + margin), 1 + margin] as const;
  const domain = logDomain([
    ...rows.flatMap(({ ratio, low, high }) => [ratio, low, high]),
    ...equal,
  ]);
  const ways = [`← ${arm} faster`, `${reference} faster →`] as const;
  const twoLines = widthOf(`${ways.join('   ')}  `) > width;
  const [left, right] = sidesOf(width, textBeside);
  const atLeft = { frameAnchor: 'bottom-left', textAnchor: 'start', dx: -left } as const;
  const atRight = { frameAnchor: 'bottom-right', textAnchor: 'end', dx: right } as const;
  return {
    title,
    label: `${title}. ${rows.map(sentenceOf).join(' ')} Left of 1×, ${arm} is faster; right of it, ${reference}.`,
    note: `Inside the band, within ${formatPercent(margin)} of 1×, counts as equal.`,
    panels: [
      rowPanel({
        ...{ rows, width, beside: textBeside },
        textOf: ({ heading, whose, ratio, low, high }) => ({
          ...{ group: heading, name: whoseNames[whose], isBold: isOwn(whose) },
          value: ratio === undefined ? '' : formatRatioInterval(ratio, low, high),
        }),
        x: { type: 'log', domain },
        axis: { ticks: ratioTicks(domain, width - left - right), text: (tick) => `${tick}×` },
        foot: ticksHeight + (twoLines ? 2 : 1) * lineHeight,
        under: (placed) => [
          bands(placed, equal, lineHeight / 2),
          uprights(placed, 1, lineHeight / 2),
        ],
        marks: (placed) => {
          const open = placed.filter(({ ratio }) => ratio === undefined);
          return [
            Plot.text(open, {
              ...{ ...atRight, frameAnchor: 'right', y: 'textY', className: TO_COME },
              ...{ text: () => toCome.idle, fill: ink.quiet, fontWeight: 600 },
            }),
            intervalsAcross(placed, {
              strokeWidth: ({ whose }: BesideValue) => (isOwn(whose) ? 4 : 2.5),
            }),
            systemDots(placed, {
              ...{ x: 'ratio', y: 'y', isFilled: ({ whose }) => whose !== 'quoted' },
            }),
            // The place of what is still to come.
            systemDots(open, { x: () => 1, y: 'y', strokeDasharray: '3 3' }),
            Plot.text([ways[0]], { ...atLeft, dy: ticksHeight + 10 }),
            Plot.text([ways[1]], {
              ...{ ...atRight, dy: ticksHeight + 10 + (twoLines ? lineHeight : 0) },
            }),
          ];
        },
      }),
    ],
  };
}

const isOwn = (whose: Whose): boolean => whose === 'yours' || whose === 'theirs';

function sentenceOf({
  whose,
  heading: workload,
  ratio,
  low,
  high,
}: BesideValue & { heading: string }) {
  const what = workload === '' ? '' : `${workload}, `;
  const of = `${what}${whoseNames[whose].toLowerCase()}`;
  const value = ratio === undefined ? 'not yet measured' : formatRatioInterval(ratio, low, high);
  return `${of.charAt(0).toUpperCase()}${of.slice(1)}: ${value}.`;
}
