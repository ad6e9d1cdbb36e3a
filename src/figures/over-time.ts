/**
 * Figure: a run over time in one workload, session by session, so that drift shows: the subject's
 * ratio to the reference, and beside it that of the reference to itself.
 */
import * as Plot from '@observablehq/plot';
import type { FlatRatio } from '../harness/statistics/index.ts';
import type { Sized, Figure, OfSystem, Titled } from './figure.ts';
import { formatRatio, formatRatioInterval } from '../numbers/format.ts';
import { ink, logDomain, ratioTicks, systemColor, systemDots } from './marks.ts';
import { xyPlot } from './panels.ts';

/** What one session found. */
interface SessionRatio {
  /** Its place in the order they ran, from 1. */
  session: number;
  /** The arm's time ÷ the reference's. */
  ratio: number;
}

/** An arm's ratios over the run, and that of the whole run. */
export interface OverTimeSeries extends OfSystem, FlatRatio {
  /** In the order of their sessions; one that went wrong is missing. */
  sessions: readonly SessionRatio[];
}

export interface OverTimeData extends Sized, Titled {
  subject: OverTimeSeries;
  /** The reference a second time; absent where it did not count. */
  control?: OverTimeSeries | undefined;
  /** Name of the reference. */
  reference: string;
}

/** Most marks of one arm. */
export const MOST_MARKS = 60;

const height = 190;

/** Sessions from left to right; up is slower. */
export function overTime({ subject, control, reference, title, width }: OverTimeData): Figure {
  const all = control === undefined ? [subject] : [control, subject];
  const last = Math.max(2, ...all.flatMap(({ sessions }) => sessions.map((one) => one.session)));
  const several = Math.ceil(last / MOST_MARKS);
  const points = all.flatMap(({ sessions, system }) =>
    inGroups(sessions, several).map((point) => ({ ...point, system })),
  );
  const { ratio, low, high } = subject;
  const domain = logDomain([1, ratio, low, high, ...points.map((point) => point.ratio)]);
  const told = all.toReversed();
  return {
    title,
    label: `${title}. ${told.map(sentenceOf).join(' ')}`,
    note: noteOf(subject, several, control === undefined ? undefined : reference),
    key: told.map((each) => ({ system: each.system, label: legendText(each), filled: true })),
    panels: [
      {
        options: xyPlot({
          ...{ width, height, left: 48, right: 1 },
          x: {
            ...{ domain: [1, last], inset: 12, label: 'session, in the order they ran' },
            // No tick between two sessions.
            ticks: Math.min(8, last - 1),
          },
          y: {
            ...{ type: 'log', domain, label: `time ÷ ${reference}’s, log scale` },
            ...{ ticks: ratioTicks(domain, height), text: (tick) => `${tick}×` },
          },
          marks: [
            Plot.rect(low === undefined || high === undefined ? [] : [subject], {
              ...{ y1: 'low', y2: 'high', fill: systemColor, fillOpacity: 0.22 },
            }),
            Plot.ruleY([1], { stroke: ink.muted, strokeWidth: 1.5 }),
            systemDots(points, {
              ...{ x: 'session', y: 'ratio', r: 4, isFilled: () => true },
              ...{ stroke: ink.page, strokeWidth: 1 },
            }),
          ],
        }),
      },
    ],
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
