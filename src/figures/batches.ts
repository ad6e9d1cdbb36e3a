/** Figure: the time of a batch against the number of calls in it, one panel for each setting. */
import * as Plot from '@observablehq/plot';
import type { Figure, OfSystem, Panel, Rows } from './figure.ts';
import { formatCount, formatMs } from '../numbers/format.ts';
import { intervalsUp, logDomain, logTicks, systemColor, systemDots } from './marks.ts';
import { xyPlot } from './panels.ts';

/** One batch. */
export interface BatchPoint extends OfSystem {
  /** Setting and client, which gives the panel its heading. */
  setting: string;
  operations: number;
  /** Time of the whole batch in ms; absent where it hung. */
  totalMs?: number;
  /** Ends of the time's interval, where it was measured here. */
  low?: number;
  high?: number;
  /** How a sentence calls the arm, where that is not its label. */
  spoken?: string;
  /** What happened instead of an end: `hung at 45 of 50`. */
  hung?: string;
}

interface BatchData extends Rows<BatchPoint> {
  /** Whether times were measured here: filled shapes with their intervals, on logarithmic axes. */
  measured?: boolean;
}

const height = 240;
/** Room above the highest time, where hangs stand, in px. */
const hangRoom = 34;

/** Times are joined in the order of their size; a hang has no time and is joined to nothing. */
export function batches({ rows: points, width, measured = false }: BatchData): Figure {
  const settings = [...Map.groupBy(points, ({ setting }) => setting)];
  const most = Math.max(...points.map(({ operations }) => operations));
  return {
    title: titleOf(points),
    label: `Time of a batch. ${points.map(sentence).join(' ')}`,
    note: noteOf(points, settings.length, measured),
    key: points.map(({ label, system }) => ({ label, system, filled: measured })),
    panels: settings.map(([heading, members]) => ({
      heading,
      ...settingPanel(members, { width, most, measured }),
    })),
  };
}

function settingPanel(
  members: readonly BatchPoint[],
  { width, most, measured }: { width: number; most: number; measured: boolean },
): Panel {
  const times = members.flatMap(({ totalMs, low, high }) => [totalMs, low, high]);
  const sizes = [...new Set(members.map(({ operations }) => operations))].sort((a, b) => a - b);
  const domain = logDomain(times.some((time) => time !== undefined) ? times : [1], 0.04);
  const longest = Math.max(0, ...times.filter((time) => time !== undefined));
  const log = measured ? ', log scale' : '';
  const hung = members.filter((point) => point.hung !== undefined);
  const atTop = { x: 'operations', frameAnchor: 'top', dy: 8 } as const;
  const options = xyPlot({
    ...{ width, height },
    x: {
      ...(measured ? { type: 'log', domain: logDomain(sizes, 0.05) } : { domain: [0, most] }),
      ...{ label: `calls in the batch${log}`, ticks: sizes, text: formatCount },
    },
    y: {
      ...(measured
        ? { type: 'log', domain, ticks: logTicks(domain, height, 30) }
        : { domain: [0, longest || 1] }),
      ...{ label: `ms for the batch${log}`, insetTop: hangRoom },
    },
    marks: [
      Plot.line(
        members
          .filter(({ totalMs }) => totalMs !== undefined)
          .toSorted((a, b) => a.operations - b.operations),
        { x: 'operations', y: 'totalMs', z: 'label', stroke: systemColor, strokeWidth: 2 },
      ),
      intervalsUp(members, 'operations'),
      systemDots(members, { x: 'operations', y: 'totalMs', isFilled: () => measured }),
      Plot.ruleX(hung, {
        ...{ x: 'operations', insetTop: 16, stroke: systemColor, strokeDasharray: '2 4' },
      }),
      Plot.dot(hung, { ...atTop, r: 6, symbol: 'times', stroke: systemColor, strokeWidth: 2.5 }),
      Plot.text(hung, {
        ...{ ...atTop, dx: -10, textAnchor: 'end', lineAnchor: 'middle', fontWeight: 600 },
        // Several may hang at sizes close together: the key has their shapes.
        text: ({ label, hung: what = '' }: BatchPoint) => (measured ? what : `${label} ${what}`),
      }),
    ],
  });
  return { options };
}

/** The smallest batch that hung with each arm; a question where none did. */
function titleOf(points: readonly BatchPoint[]): string {
  const hung = points.filter((point) => point.hung !== undefined);
  if (hung.length === 0) return 'How long does a batch take, by the calls in it?';
  const found = [...Map.groupBy(hung, ({ label }) => label)].map(([label, members]) => {
    const smallest = Math.min(...members.map(({ operations }) => operations));
    return `With ${members[0]?.spoken ?? label}, a batch of ${formatCount(smallest)} calls hung`;
  });
  return found.join('; ');
}

function noteOf(points: readonly BatchPoint[], panels: number, measured: boolean): string {
  const hangs = points.some(({ hung }) => hung !== undefined)
    ? ' A cross is a batch that hung: it has no time, and stands above the axis.'
    : '';
  const facets = panels > 1 ? ' Each setting has a panel and a scale of its own.' : '';
  const shapes = measured ? 'A bar is the interval of the median.' : 'Hollow shapes are quoted.';
  return `Lower is faster. ${shapes}${hangs}${facets}`;
}

function sentence({ setting, label, operations, totalMs, hung }: BatchPoint): string {
  const what = totalMs === undefined ? (hung ?? 'no time') : formatMs(totalMs, 0);
  return `${setting}: ${label}, ${formatCount(operations)} calls, ${what}.`;
}
