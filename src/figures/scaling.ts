/** Figure: throughput against the number of clients, with what perfect scaling would give. */
import * as Plot from '@observablehq/plot';
import { systemDots, type Figure, type OfSystem, type Rows } from './figure.ts';
import { formatCount, formatRate } from './format.ts';
import { legend } from './legend.ts';
import { colorOf } from './palette.ts';
import {
  logDomain,
  logScale,
  logTicks,
  panel,
  panelFoot,
  panelHead,
  pixelOptions,
} from './panel.ts';

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

const plotHeight = 300;
const gutter = 66;

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

/** Both axes are logarithmic, so every ideal line has the same slope. */
export function scaling({ rows: points, width }: Rows<ScalingPoint>): Figure {
  const all = scaled(points);
  const key = legend(all, width);
  const top = key.height + 6;
  const plotTop = top + panelHead(undefined);
  const bottom = plotTop + plotHeight;
  const right = width - 10;
  const clients = [...new Set(all.map((point) => point.clients))].sort((a, b) => a - b);
  const domain = logDomain(
    all.flatMap(({ perSecond, ideal }) => [perSecond, ideal]),
    0.03,
  );
  const x = logScale(logDomain(clients, 0.04), [gutter, right]);
  const y = logScale(domain, [bottom, plotTop]);
  const at = ({ clients: count }: ScaledPoint): number => x(count);
  const color = ({ system }: ScaledPoint): string => colorOf(system);
  return {
    title: 'Throughput against clients',
    label: `Throughput against clients. ${all.map(sentence).join(' ')}`,
    note: 'Both axes are logarithmic. A dashed line is what each client bringing as much as the first would give: a curve that falls below its line scales worse. Hollow shapes are quoted.',
    options: {
      ...pixelOptions(width, bottom + panelFoot),
      marks: [
        ...key.marks,
        ...panel({
          left: gutter,
          right,
          top,
          bottom,
          x: {
            scale: x,
            label: 'clients at once, log scale',
            ticks: clients.map((value) => ({ value, text: formatCount(value) })),
          },
          y: {
            scale: y,
            label: 'calls per second, log scale',
            ticks: logTicks(domain, plotHeight).map((value) => ({
              value,
              text: formatCount(value),
            })),
          },
        }),
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

function sentence({ label, clients, perSecond, ideal }: ScaledPoint): string {
  const count = `${formatCount(clients)} client${clients === 1 ? '' : 's'}`;
  return `${label}, ${count}: ${formatRate(perSecond, 0)}, ideal ${formatRate(ideal, 0)}.`;
}
