/**
 * Figure: a run over time in one workload, session by session, so that drift shows: the subject's
 * ratio to the reference, and beside it that of the reference to itself.
 */
import * as Plot from '@observablehq/plot';
import { ink, systemDots, type Figure, type OfSystem } from './figure.ts';
import { formatRatio, formatRatioInterval } from './format.ts';
import { legend } from './legend.ts';
import { colorOf } from './palette.ts';
import {
  linearScale,
  linearTicks,
  logDomain,
  logScale,
  panel,
  panelFoot,
  panelHead,
  pixelOptions,
  ratioTicks,
  withRoom,
} from './panel.ts';

/** What one session found. */
export interface SessionRatio {
  /** Its place in the order they ran, from 1. */
  session: number;
  /** The arm's time ÷ the reference's. */
  ratio: number;
}

/** An arm's ratios over the run. */
export interface OverTimeSeries extends OfSystem {
  /** In the order of their sessions; one that went wrong is missing. */
  sessions: readonly SessionRatio[];
  /** The ratio of the whole run, with the ends of its interval where it has one. */
  ratio: number;
  low?: number | undefined;
  high?: number | undefined;
}

/** Plain data of the figure. */
export interface OverTimeData {
  subject: OverTimeSeries;
  /** The reference a second time; absent where it did not count. */
  control?: OverTimeSeries | undefined;
  /** Name of the reference. */
  reference: string;
  /** What it shows, as a question. */
  title: string;
  /** Width of the drawing, in px. */
  width: number;
}

/** Most marks of one arm. */
export const MOST_MARKS = 60;

const plotHeight = 190;
const left = 48;
/** Beside the first and the last mark, which their ticks’ labels need, in px. */
const inset = 12;
const r = 4;

/** Sessions from left to right; up is slower. */
export function overTime({ subject, control, reference, title, width }: OverTimeData): Figure {
  const all = control === undefined ? [subject] : [control, subject];
  const last = Math.max(2, ...all.flatMap(({ sessions }) => sessions.map((one) => one.session)));
  const several = Math.ceil(last / MOST_MARKS);
  const points = all.flatMap(({ sessions, system }) =>
    inGroups(sessions, several).map((point) => ({ ...point, system })),
  );
  type Point = (typeof points)[number];
  const ends = [subject.low, subject.high].filter((end) => end !== undefined);
  const domain = logDomain([1, subject.ratio, ...ends, ...points.map(({ ratio }) => ratio)]);
  const key = legend(
    all.toReversed().map((each) => ({ ...each, label: legendText(each), filled: true, r })),
    width,
  );
  const top = key.height + panelHead(undefined);
  const bottom = top + plotHeight;
  const right = width - 1;
  const x = linearScale([1, last], [left + inset, right - inset]);
  const y = logScale(domain, [bottom, top]);
  const ticks = [1, ...linearTicks(last).filter((tick) => tick > 1 && Number.isInteger(tick))];
  const color = colorOf(subject.system);
  const across = { x1: left, x2: right } as const;
  return {
    title,
    label: `${title}. ${all.toReversed().map(sentenceOf).join(' ')}`,
    note: noteOf(subject, several, control === undefined ? undefined : reference),
    options: {
      ...pixelOptions(width, bottom + panelFoot),
      marks: [
        ...key.marks,
        ...panel({
          x: {
            scale: x,
            ticks: withRoom(ticks, x, 34).map((value) => ({ value, text: String(value) })),
            label: 'session, in the order they ran',
          },
          y: {
            scale: y,
            ticks: ratioTicks(domain, plotHeight).map((value) => ({ value, text: `${value}×` })),
            label: `time ÷ ${reference}’s, log scale`,
          },
          left,
          right,
          top: key.height,
          bottom,
        }),
        Plot.rect(ends.length === 2 ? [subject] : [], {
          ...across,
          y1: ({ high = 1 }: OverTimeSeries) => y(high),
          y2: ({ low = 1 }: OverTimeSeries) => y(low),
          fill: color,
          fillOpacity: 0.22,
        }),
        Plot.link([1], { ...across, y1: y(1), y2: y(1), stroke: ink.muted, strokeWidth: 1.5 }),
        systemDots(points, ({ system }) => system, {
          x: ({ session }: Point) => x(session),
          y: ({ ratio }: Point) => y(ratio),
          r,
          isFilled: () => true,
          stroke: ink.page,
          strokeWidth: 1,
        }),
      ],
    },
  };
}

/** Neighbours together, so many sessions in each mark: their middle, and the mean of their log ratios. */
function inGroups(sessions: readonly SessionRatio[], several: number): SessionRatio[] {
  const groups = Map.groupBy(sessions, ({ session }) => Math.ceil(session / several));
  return [...groups.values()].map((own) => ({
    session: mean(own.map(({ session }) => session)),
    ratio: Math.exp(mean(own.map(({ ratio }) => Math.log(ratio)))),
  }));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function legendText({ label, ratio, low, high }: OverTimeSeries): string {
  return `${label}: ${formatRatioInterval(ratio, low, high)}`;
}

/** The whole, its ends, and its halves, which drift sets apart. */
function sentenceOf(series: OverTimeSeries): string {
  const ratios = series.sessions.map(({ ratio }) => ratio);
  const [lowest, highest] = [Math.min(...ratios), Math.max(...ratios)].map(formatRatio);
  const middle = Math.ceil(ratios.length / 2);
  const [first, second] = [ratios.slice(0, middle), ratios.slice(middle)].map((half) =>
    formatRatio(Math.exp(mean(half.map(Math.log)))),
  );
  return `${legendText(series)}; ${ratios.length} sessions from ${lowest} to ${highest}, the first half ${first}, the second ${second}.`;
}

function noteOf({ low }: OverTimeSeries, several: number, reference: string | undefined): string {
  return [
    several === 1
      ? 'Each mark is a session, with connections and objects of its own.'
      : `Each mark is the mean of ${several} sessions in a row, as far as they count.`,
    low === undefined ? '' : 'The band is the interval of the whole run.',
    `A run that drifts has marks that climb or fall${reference === undefined ? '' : `; ${reference} against itself shows what noise alone does`}.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
