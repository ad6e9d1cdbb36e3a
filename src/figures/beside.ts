/**
 * Figure: one claim in several places. A row for each workload holds what a source states, what was
 * measured here and what the reader measured, on one axis: a claim, an interval, and one's own.
 */
import * as Plot from '@observablehq/plot';
import { ink, systemDots, type Figure } from './figure.ts';
import { formatPercent, formatRatioInterval } from './format.ts';
import { colorOf } from './palette.ts';
import { axisBelow, heading, logDomain, logScale, pixelOptions, ratioTicks } from './panel.ts';
import { wrap } from './stack.ts';
import { TO_COME, toCome } from './to-come.ts';

/** Whose ratio it is. Quoted ones kept no samples; `yours` has a place before it is there. */
export type Whose = 'quoted' | 'published' | 'theirs' | 'yours';

/** How each is called in the figure. Whose implementation ran, and where, stands in its key. */
export const whoseNames: Readonly<Record<Whose, string>> = {
  quoted: 'Quoted',
  published: 'Measured here',
  theirs: 'Theirs',
  yours: 'Yours',
};

/** One ratio of a workload. */
export interface BesideValue {
  whose: Whose;
  /** The arm's time ÷ the reference's time; absent where it is still to come. */
  ratio?: number | undefined;
  /** Ends of its interval; absent where no samples were kept. */
  low?: number | undefined;
  high?: number | undefined;
  /** Id of the system, where it is of another than the figure. */
  system?: string;
}

/** Plain data of the figure. */
export interface BesideData {
  rows: ReadonlyArray<{ heading: string; values: readonly BesideValue[] }>;
  /** Id of the system that the ratios are of, for colour and shape. */
  system: string;
  /** Names of that arm and of the one that it is compared with: `Lumenize’s protocol`. */
  arm: string;
  reference: string;
  /** Half-width of what counts as equal, as a fraction. */
  margin: number;
  /** What the figure shows, in a sentence. */
  title: string;
  /** Width of the drawing, in px. */
  width: number;
}

const lineHeight = 18;
const headingHeight = 22;
const gap = 4;
/** Under the plot: ticks, and what left and right mean on one line or two. */
const ticksHeight = 24;
/** Room for names on the left and for numbers on the right, in px. */
const nameRoom = 108;
const valueRoom = 132;
/** Under this width a line of text stands over its marks, which then have the whole width. */
const NARROW = 480;
const textHeight = 18;
/** Width of a character at 13 px, in px, on the wide side. */
const characterWidth = 6.6;
/** The same of a heading, at 14 px and bolder. */
const headingCharacterWidth = 7.4;

/** Ratios on a log axis, so that 2× and 0.5× are equally far from 1. */
export function beside(data: BesideData): Figure {
  const { rows, system, arm, reference, margin, title, width } = data;
  const narrow = width < NARROW;
  const [left, right] = narrow ? [8, width - 8] : [nameRoom, width - valueRoom];
  let bottom = 0;
  const headings: Array<{ text: string; y: number }> = [];
  const lines = rows.flatMap((row, index) => {
    if (index > 0) bottom += gap;
    const headingLines = wrap(row.heading, width / headingCharacterWidth);
    for (const text of row.heading === '' ? [] : headingLines) {
      headings.push({ text, y: bottom + headingHeight / 2 });
      bottom += headingHeight;
    }
    return row.values.map((value) => {
      bottom += narrow ? textHeight + lineHeight - 4 : lineHeight;
      const y = bottom - lineHeight / 2;
      return { ...value, heading: row.heading, y, textY: narrow ? y - textHeight + 2 : y };
    });
  });
  type Line = (typeof lines)[number];
  const present = lines.filter(
    (line): line is Line & { ratio: number } => line.ratio !== undefined,
  );
  const open = lines.filter(({ ratio }) => ratio === undefined);
  const known = present.flatMap(({ ratio, low, high }) => [ratio, low ?? ratio, high ?? ratio]);
  const domain = logDomain([...known, 1 / (1 + margin), 1 + margin]);
  const scale = logScale(domain, [left, right]);
  const ways = [`← ${arm} faster`, `${reference} faster →`];
  const twoLines = (ways.join('   ').length + 2) * characterWidth > width;
  const y = bottom + 6;
  const isOwn = ({ whose }: Line): boolean => whose === 'yours' || whose === 'theirs';
  const systemOf = (line: Line): string => line.system ?? system;
  const start = { textAnchor: 'start', text: 'text' } as const;
  const end = { x: width, y: 'textY', textAnchor: 'end', fontWeight: 600 } as const;
  return {
    title,
    label: `${title}. ${lines.map((line) => sentenceOf(line)).join(' ')} Left of 1×, ${arm} is faster; right of it, ${reference}.`,
    note: `Inside the band, within ${formatPercent(margin)} of 1×, counts as equal.`,
    options: {
      ...pixelOptions(width, y + ticksHeight + (twoLines ? 2 : 1) * lineHeight),
      marks: [
        Plot.rect(lines, {
          x1: scale(1 / (1 + margin)),
          x2: scale(1 + margin),
          y1: ({ y: middle }: Line) => middle - lineHeight / 2,
          y2: ({ y: middle }: Line) => middle + lineHeight / 2,
          fill: ink.band,
        }),
        Plot.link(lines, {
          x1: scale(1),
          x2: scale(1),
          y1: ({ y: middle }: Line) => middle - lineHeight / 2,
          y2: ({ y: middle }: Line) => middle + lineHeight / 2,
          stroke: ink.muted,
          strokeWidth: 1.5,
        }),
        Plot.link(lines, { x1: left, x2: right, y1: 'y', y2: 'y', stroke: ink.faint }),
        ...headings.map((each) => heading(each.text, each.y)),
        ...[400, 700].map((fontWeight) =>
          Plot.text(
            lines.filter((line) => isOwn(line) === fontWeight > 400),
            {
              ...start,
              x: 0,
              y: 'textY',
              text: ({ whose }: Line) => whoseNames[whose],
              fontWeight,
            },
          ),
        ),
        Plot.text(present, { ...end, text: valueOf }),
        Plot.text(open, { ...end, className: TO_COME, text: () => toCome.idle, fill: ink.quiet }),
        Plot.link(
          present.filter(({ low, high }) => low !== undefined && high !== undefined),
          {
            x1: ({ low = 1 }: Line) => scale(low),
            x2: ({ high = 1 }: Line) => scale(high),
            y1: 'y',
            y2: 'y',
            stroke: colorOf(system),
            strokeWidth: (line: Line) => (isOwn(line) ? 4 : 2.5),
          },
        ),
        systemDots(present, systemOf, {
          x: ({ ratio }: Line & { ratio: number }) => scale(ratio),
          y: 'y',
          isFilled: ({ whose }) => whose !== 'quoted',
        }),
        // The place of what is still to come.
        systemDots(open, systemOf, { x: scale(1), y: 'y', strokeDasharray: '3 3' }),
        ...axisBelow(
          {
            scale,
            ticks: ratioTicks(domain, right - left).map((value) => ({ value, text: `${value}×` })),
            label: '',
          },
          y,
        ),
        Plot.text([ways[0]], { ...start, text: String, x: 0, y: y + ticksHeight + 10 }),
        Plot.text([ways[1]], {
          textAnchor: 'end',
          text: String,
          x: width,
          y: y + ticksHeight + 10 + (twoLines ? lineHeight : 0),
        }),
      ],
    },
  };
}

function valueOf({ ratio, low, high }: BesideValue & { ratio: number }): string {
  return formatRatioInterval(ratio, low, high);
}

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
