/** Figure: throughput against the number of clients, with what perfect scaling would give. */
import * as Plot from '@observablehq/plot';
import type { Figure, OfSystem, Rows } from './figure.ts';
import { formatCount, formatRate, formatRatio } from '../numbers/format.ts';
import { ink, intervalsUp, systemColor, systemDots } from './marks.ts';
import { drawn, shapesOf } from '../tables/palette.ts';
import { logLog } from './panels.ts';

/** The throughput of one arm at one number of clients. */
export interface ScalingPoint extends OfSystem {
  /** Clients that call at the same time. */
  clients: number;
  /** Operations of all clients together, per second; NaN where there is none, which `instead` then says. */
  perSecond: number;
  /** Ends of the interval; absent where none is known. */
  low?: number | undefined;
  high?: number | undefined;
  /** What stands in place of a throughput: `stalled`. */
  instead?: string;
}

/** What an arm would reach if every client brought as much as its first. */
interface Scale {
  ideal: number;
  /** Throughput ÷ ideal. */
  efficiency: number;
}
type ScaledPoint = ScalingPoint & Scale;

/** The most that the baseline reached, per second, and what that is called. */
interface Limit {
  label: string;
  perSecond: number;
}

export interface ScalingData extends Rows<ScalingPoint> {
  /** Whether the points were measured here; quoted, where it is left out. */
  measured?: boolean;
  limit?: Limit | undefined;
  /** What is counted, where it is not the same in all: nothing is ideal then. */
  counted?: string;
}

/** Over the highest point and the limit, for what is written there. */
const HEADROOM = 1.6;

/** Each arm's points in the order of clients, measured against its own first throughput. */
export function scaled<Point extends ScalingPoint>(points: readonly Point[]): Array<Point & Scale> {
  return [...Map.groupBy(points, ({ label }) => label).values()].flatMap((members) => {
    const sorted = [...members].sort((a, b) => a.clients - b.clients);
    const first = sorted.find(({ perSecond }) => Number.isFinite(perSecond));
    return sorted.map((point) => {
      const ideal = first ? (first.perSecond * point.clients) / first.clients : Number.NaN;
      return { ...point, ideal, efficiency: point.perSecond / ideal };
    });
  });
}

/** Every ideal line has the same slope, because both axes are logarithmic. */
export function scaling(data: ScalingData): Figure {
  const { rows: points, width, measured = false, limit, counted } = data;
  const all = scaled(points);
  const known = all.filter(({ perSecond }) => Number.isFinite(perSecond));
  const shapes = shapesOf(all);
  const shapeOf = ({ label }: OfSystem) => shapes.get(label) ?? 'circle';
  const symbol = (point: OfSystem) => drawn(shapeOf(point));
  const reached = [limit?.perSecond, ...known.flatMap((one) => [one.perSecond, one.low, one.high])];
  const most = Math.max(...reached.filter((each) => each !== undefined));
  // Without a limit the ideal lines are drawn to their ends; with one they stop a little above it.
  const top = limit === undefined ? Infinity : most * HEADROOM;
  const ideals = counted === undefined ? idealLines(known, all, top) : [];
  const x = { label: 'clients at once', values: all.map(({ clients }) => clients) };
  const y = {
    label: `${counted ?? 'calls'} per second`,
    values: [...reached, ...ideals.map(({ ideal }) => ideal)],
  };
  const at = { x: 'clients', y: 'perSecond' } as const;
  return {
    title: titleOf(known),
    label: `Throughput against clients. ${all.map(sentence).join(' ')}${limit ? ` The machine’s limit: ${formatRate(limit.perSecond, 0)}, ${limit.label}.` : ''}`,
    note: noteOf(known, data),
    key: all.map((point) => ({ ...point, symbol: shapeOf(point), filled: measured })),
    panels: [
      {
        options: logLog(x, y, width, [
          Plot.line(ideals, {
            ...{ x: 'clients', y: 'ideal', z: 'label', stroke: systemColor },
            ...{ strokeWidth: 1.5, strokeDasharray: '5 5' },
          }),
          intervalsUp(known, 'clients'),
          Plot.line(known, { ...at, z: 'label', stroke: systemColor, strokeWidth: 2.5 }),
          systemDots(known, {
            ...{ ...at, symbol, isFilled: () => measured },
            ...(measured && { r: 4.5 }),
          }),
          // Without a throughput its place is on the axis.
          systemDots(
            all.filter(({ instead }) => instead !== undefined),
            { x: 'clients', frameAnchor: 'bottom', symbol },
          ),
          ...limitMarks(limit),
        ]),
        below: lossesOf(all),
      },
    ],
  };
}

/** Of each arm its first throughput, and the ideal at its most clients or at the top of the drawing. */
function idealLines(known: readonly ScaledPoint[], all: readonly ScaledPoint[], top: number) {
  return [...Map.groupBy(known, ({ label }) => label)].flatMap(([label, [first]]) => {
    const last = all.findLast((point) => point.label === label);
    if (first === undefined || last === undefined || last.clients === first.clients) return [];
    const part = Math.min(1, top / last.ideal);
    return [first, { ...first, clients: last.clients * part, ideal: last.ideal * part }];
  });
}

function limitMarks(limit: Limit | undefined): Plot.Markish[] {
  if (limit === undefined) return [];
  return [
    Plot.ruleY([limit], { y: 'perSecond', stroke: ink.muted, strokeWidth: 1.5 }),
    Plot.text([limit], {
      ...{ y: 'perSecond', frameAnchor: 'left', dx: 4, dy: -9, textAnchor: 'start' },
      text: ({ perSecond }: Limit) => `the machine’s limit, ${formatRate(perSecond, 0)}`,
      // Lines pass behind it.
      ...{ fill: 'currentColor', stroke: ink.page, strokeWidth: 4 },
    }),
  ];
}

/** What came in place of throughputs, a sentence for each arm: `A: stalled with 10 clients`. */
function lossesOf(points: readonly ScaledPoint[]): string[] {
  const lost = points.filter(({ instead }) => instead !== undefined);
  const groups = Map.groupBy(lost, ({ label, instead }) => `${label}: ${instead}`);
  return [...groups].map(([what, members]) => {
    const counts = members.map(({ clients }) => formatCount(clients)).join(', ');
    return `${what} with ${counts} ${clientsWord(members.at(-1)?.clients)}`;
  });
}

const clientsWord = (count: number | undefined): string => (count === 1 ? 'client' : 'clients');

/** More arms than these are too many for a title. */
const MOST_NAMED = 3;

/** How far each arm's throughput grows from its fewest clients to its most. */
function titleOf(points: readonly ScaledPoint[]): string {
  const counts = points.map(({ clients }) => clients);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const grown = [...Map.groupBy(points, ({ label }) => label)]
    .map(([label, members]) => ({ label, first: members[0], last: members.at(-1) }))
    .filter(({ first, last }) => first?.clients === least && last?.clients === most)
    .map(({ label, first, last }) => {
      return { label, by: (last?.perSecond ?? NaN) / (first?.perSecond ?? NaN) };
    });
  const [slowest, ...others] = grown.toSorted((one, other) => one.by - other.by);
  const fastest = others.at(-1);
  const text = ({ label, by }: { label: string; by: number }) => `${formatRatio(by)} with ${label}`;
  const start = `From ${formatCount(least)} to ${formatCount(most)} clients, throughput becomes`;
  if (slowest === undefined) return 'Throughput by the number of clients';
  return grown.length > MOST_NAMED && fastest !== undefined
    ? `${start} ${text(slowest)} to ${text(fastest)}`
    : `${start} ${grown.map(text).join(', ')}`;
}

function noteOf(
  known: readonly ScaledPoint[],
  { measured = false, limit, counted }: Pick<ScalingData, 'measured' | 'limit' | 'counted'>,
): string {
  return [
    'Both axes are logarithmic.',
    ...(counted === undefined
      ? [
          'A dashed line is what each client bringing as much as the first would give: a curve that falls below its line scales worse.',
        ]
      : ['What is counted differs: compare the shapes of the lines, not their heights.']),
    ...(limit
      ? [
          `The level line is the machine’s limit: ${limit.label}. Dashed lines end a little above it.`,
        ]
      : []),
    ...(known.some(({ low }) => low !== undefined) ? ['A bar is the interval of the median.'] : []),
    ...(measured ? [] : ['Hollow shapes are quoted.']),
  ].join(' ');
}

function sentence({ label, clients, perSecond, ideal, instead }: ScaledPoint): string {
  const count = `${formatCount(clients)} ${clientsWord(clients)}`;
  if (instead !== undefined) return `${label}, ${count}: ${instead}.`;
  return `${label}, ${count}: ${formatRate(perSecond, 0)}, ideal ${formatRate(ideal, 0)}.`;
}
