/** Figure: throughput against the number of clients, with what perfect scaling would give. */
import * as Plot from '@observablehq/plot';
import { systemDots, type Figure, type OfSystem, type Rows } from './figure.ts';
import { formatCount, formatRate, formatRatio } from './format.ts';
import { logLog } from './log-log.ts';
import { colorOf } from './palette.ts';

/** The throughput of one system at one number of clients. */
export interface ScalingPoint extends OfSystem {
  /** Clients that call at the same time. */
  clients: number;
  /** Operations of all clients together, per second. */
  perSecond: number;
}

/** A point with what its system would reach if every client brought as much as its first. */
interface ScaledPoint extends ScalingPoint {
  ideal: number;
  /** Throughput ÷ ideal. */
  efficiency: number;
}

/** Each system's points in the order of clients, measured against its own first point. */
export function scaled(points: readonly ScalingPoint[]): ScaledPoint[] {
  return [...Map.groupBy(points, ({ label }) => label).values()].flatMap((members) => {
    const sorted = [...members].sort((a, b) => a.clients - b.clients);
    return sorted.map((point) => {
      const first = sorted[0] ?? point;
      const ideal = (first.perSecond * point.clients) / first.clients;
      return { ...point, ideal, efficiency: point.perSecond / ideal };
    });
  });
}

/** Every ideal line has the same slope, because both axes are logarithmic. */
export function scaling({ rows: points, width }: Rows<ScalingPoint>): Figure {
  const all = scaled(points);
  const { x, y, options, marks } = logLog({
    series: all,
    x: { label: 'clients at once', values: all.map(({ clients }) => clients) },
    y: {
      label: 'calls per second',
      values: all.flatMap(({ perSecond, ideal }) => [perSecond, ideal]),
    },
    width,
  });
  const at = ({ clients: count }: ScaledPoint): number => x(count);
  const color = ({ system }: ScaledPoint): string => colorOf(system);
  return {
    title: titleOf(all),
    label: `Throughput against clients. ${all.map(sentence).join(' ')}`,
    note: 'Both axes are logarithmic. A dashed line is what each client bringing as much as the first would give: a curve that falls below its line scales worse. Hollow shapes are quoted.',
    options: {
      ...options,
      marks: [
        ...marks,
        Plot.line(all, {
          x: at,
          y: ({ ideal }: ScaledPoint) => y(ideal),
          z: 'label',
          stroke: color,
          strokeWidth: 1.5,
          strokeDasharray: '5 5',
        }),
        Plot.line(all, {
          x: at,
          y: ({ perSecond }: ScaledPoint) => y(perSecond),
          z: 'label',
          stroke: color,
          strokeWidth: 2.5,
        }),
        systemDots(all, ({ system }) => system, {
          x: at,
          y: ({ perSecond }: ScaledPoint) => y(perSecond),
        }),
      ],
    },
  };
}

/** How far each system's throughput grows from its fewest clients to its most. */
function titleOf(points: readonly ScaledPoint[]): string {
  const counts = points.map(({ clients }) => clients);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const grown = [...Map.groupBy(points, ({ label }) => label)].map(([label, members]) => {
    const [first, last] = [members[0], members.at(-1)];
    return `${formatRatio((last?.perSecond ?? Number.NaN) / (first?.perSecond ?? Number.NaN))} with ${label}`;
  });
  return `From ${formatCount(least)} to ${formatCount(most)} clients, throughput becomes ${grown.join(', ')}`;
}

function sentence({ label, clients, perSecond, ideal }: ScaledPoint): string {
  const count = `${formatCount(clients)} client${clients === 1 ? '' : 's'}`;
  return `${label}, ${count}: ${formatRate(perSecond, 0)}, ideal ${formatRate(ideal, 0)}.`;
}
