/** Figures of ranges: what parts add to a call, gains hoped for, and how far runs lie apart. */
import * as Plot from '@observablehq/plot';
import type { Figure, Mark, OfSystem, Rows, Titled } from './figure.ts';
import {
  decimalsOf,
  formatCount,
  formatMs,
  formatMsRange,
  formatRatio,
  formatSpan,
} from './format.ts';
import { ink, intervalsAcross, logTicks, plotWidth, systemDots, tall, uprights } from './marks.ts';
import { colorOf, drawn, lookOf } from './palette.ts';
import { rowPanel } from './rows.ts';

// Figure: what parts add to the time of a call, alone, summed up and together, with intervals.

/** What one part adds, or several. */
export interface AdditionRow extends OfSystem {
  /** Heading of the group: `50 calls at once`. */
  group: string;
  /** In ms; below nought where it takes time away. */
  ms: number;
  /** Ends of its interval; absent where there were too few sessions. */
  low?: number;
  high?: number;
  /** The same in words. */
  text: string;
  /** Whether it is a sum of other rows, and nothing that ran. */
  isSum?: boolean;
}

interface AdditionData extends Rows<AdditionRow>, Titled {
  /** What the parts are added to. */
  reference: string;
}

/** Points with their intervals on a linear axis, because additions may be nought and below. */
export function additions({ rows, width, title, reference }: AdditionData): Figure {
  const ends = rows.flatMap(({ ms, low = ms, high = ms }) => [low, high]);
  const [least, most] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  return {
    title,
    label: `${title}. ${rows.map(({ group, label, text }) => `${group}: ${label}, ${text}.`).join(' ')}`,
    note: `Time that is added to a call of ${reference}; nought adds nothing. A hollow shape is a sum of the single parts, which did not run.`,
    panels: [
      rowPanel({
        ...{ rows, width },
        textOf: ({ group, label, text }) => ({ group, name: label, value: text }),
        x: { domain: [least, most > least ? most : least + 1], inset: 6 },
        axis: { label: 'ms added to a call' },
        marks: (placed) => [
          uprights(placed, 0),
          intervalsAcross(placed),
          systemDots(placed, { x: 'ms', y: 'y', isFilled: ({ isSum }) => isSum !== true }),
        ],
      }),
    ],
  };
}

// Figure: gains hoped for as ranges of factors, their product, and what the target would need.

/** A range of factors. */
export interface GainRow {
  /** Heading of the group. */
  group: string;
  label: string;
  low: number;
  high: number;
  mark: Mark;
}

/** One bar for each range, on a log axis from 1×, which is no gain. */
export function gains({ title, rows, width }: Rows<GainRow> & Titled): Figure {
  const domain: [number, number] = [1, Math.max(2, ...rows.map(({ high }) => high)) * 1.1];
  return {
    title,
    label: `${title}. ${rows.map(gainSentence).join(' ')}`,
    note: 'Factors on a log scale, from 1×, which is no gain. An open bar is a range that the source expects; a full one is computed here.',
    panels: [
      rowPanel({
        ...{ rows, width },
        textOf: ({ group, label, low, high }) => ({
          ...{ group, name: label, value: rangeText(low, high) },
        }),
        x: { type: 'log', domain },
        axis: {
          label: 'factor, log scale',
          ticks: logTicks(domain, plotWidth(width) * 0.85),
          text: (tick) => `${formatCount(tick)}×`,
        },
        marks: (placed) => [
          Plot.rect(placed, {
            ...{ x1: 'low', x2: 'high', ...tall(6), rx: 2 },
            fill: ({ mark }: GainRow) => (mark === 'derived' ? 'currentColor' : ink.page),
            ...{ stroke: 'currentColor', strokeWidth: 1.5 },
          }),
        ],
      }),
    ],
  };
}

/** `2–3×`; factors under ten with the decimals they have. */
export function rangeText(low: number, high: number): string {
  return `${factor(low).replace('×', '')}–${factor(high)}`;
}

/** `10×`, `1.5×`: a range the source gives has no more digits than it printed. */
export function factor(value: number): string {
  return Number.isInteger(value)
    ? `${formatCount(value)}×`
    : formatRatio(value).replace(/0+×$/, '×');
}

function gainSentence({ group, label, low, high, mark }: GainRow): string {
  return `${group}: ${label}, ${rangeText(low, high)}, ${mark}.`;
}

// Figure: how far the runs of one test lie apart, for each arm under each workload.

/** The totals of several runs of one test. */
export interface SpreadRow {
  /** Heading of the group: `100 × increment`. */
  workload: string;
  /** Name of the row: `Lumenize, hibernating`. */
  label: string;
  /** Id of the system, for colour and shape; absent where a range is of several. */
  system?: string;
  /** Ends of the range, in ms. */
  low: number;
  high: number;
  /** Totals that are known one by one, in ms. */
  totals: readonly number[];
}

/** A line from the fastest run to the slowest, and a hollow shape for each run that is known. */
export function spread({ rows, width }: Rows<SpreadRow>): Figure {
  const stroke = ({ system }: Pick<SpreadRow, 'system'>): string =>
    system === undefined ? 'currentColor' : colorOf(system);
  return {
    title: `The slowest run of a test took ${formatSpan(
      rows.map(({ low, high }) => high / low),
      formatRatio,
    )} the time of the fastest`,
    label: `Spread of the totals. ${rows.map(spreadSentence).join(' ')}`,
    note: 'A line goes from the fastest run to the slowest. Each hollow shape is one run as the source prints it; where there is none, it prints the ends alone.',
    panels: [
      rowPanel({
        ...{ rows, width },
        textOf: ({ workload, label, low, high }) => ({
          ...{ group: workload, name: label, value: rangeMs(low, high) },
        }),
        x: { domain: [0, Math.max(0, ...rows.map(({ high }) => high)) * 1.04] },
        axis: { label: 'ms in all' },
        marks: (placed) => [
          Plot.ruleY(placed, { x1: 'low', x2: 'high', y: 'y', stroke, strokeWidth: 2.5 }),
          ...['low', 'high'].map((x) =>
            Plot.ruleX(placed, { x, ...tall(6), stroke, strokeWidth: 2.5 }),
          ),
          Plot.dot(
            placed.flatMap(({ system, y, totals }) => totals.map((x) => ({ system, y, x }))),
            {
              ...{ x: 'x', y: 'y', r: 5.5, fill: ink.page, stroke, strokeWidth: 2 },
              symbol: ({ system = '' }: SpreadRow) => drawn(lookOf(system).symbol),
            },
          ),
        ],
      }),
    ],
  };
}

/** `24.43–33.61 ms`, with as many decimals as the totals have. */
function rangeMs(low: number, high: number): string {
  return formatMsRange(low, high, decimalsOf([low, high]));
}

function spreadSentence({ workload, label, low, high, totals }: SpreadRow): string {
  const each =
    totals.length > 0 ? ` (${totals.map((total) => formatMs(total, 2)).join(', ')})` : '';
  return `${workload}: ${label}, ${rangeMs(low, high)}${each}.`;
}
