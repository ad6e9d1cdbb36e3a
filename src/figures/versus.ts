/**
 * Figure: two systems side by side, and under them the one's share of the other, with the bands in
 * which the source judges it. Both axes are logarithmic, because the two are far apart.
 */
import * as Plot from '@observablehq/plot';
import type { Sized, Figure, OfSystem, Panel } from './figure.ts';
import { formatCount, formatPercent, formatRate, formatSpan } from './format.ts';
import { ink, logDomain, logTicks, plotWidth, systemDots, withRoom } from './marks.ts';
import { rowPanel } from './rows.ts';
import { bandOf, shareText, type Band } from './shares.ts';

/** One side of a pair. */
interface VersusSide extends OfSystem {
  /** Operations per second. */
  perSecond: number;
}

/** Two systems under one workload. */
export interface VersusPair {
  workload: string;
  subject: VersusSide;
  reference: VersusSide;
}

interface VersusData extends Sized {
  pairs: readonly VersusPair[];
  /** From the lowest to the highest; the first begins at nought. */
  bands: readonly Band[];
}

/** Throughputs first, shares below. */
export function versus({ pairs, bands, width }: VersusData): Figure {
  const rows = pairs.flatMap(({ workload, subject, reference }) => [
    { workload, ...reference },
    { workload, ...subject },
  ]);
  const [subject, reference] = [pairs[0]?.subject.label ?? '', pairs[0]?.reference.label ?? ''];
  const domain = logDomain(
    rows.map(({ perSecond }) => perSecond),
    0.04,
  );
  return {
    title: `${subject} answers ${formatSpan(pairs.map(shareOf), shareText)} of the calls that ${reference} answers`,
    label: `Throughput. ${pairs.map((pair) => sentence(pair, bands)).join(' ')}`,
    note: 'Further right is faster; both axes are logarithmic. Hollow shapes are quoted.',
    panels: [
      rowPanel({
        ...{ rows, width },
        textOf: ({ workload, label, perSecond }) => ({
          ...{ group: workload, name: label, value: formatRate(perSecond, 0) },
        }),
        x: { type: 'log', domain, inset: 6 },
        axis: {
          ...{ label: 'calls per second, log scale', text: formatCount },
          ticks: logTicks(domain, plotWidth(width) - 12),
        },
        marks: (placed) => [systemDots(placed, { x: 'perSecond', y: 'y' })],
      }),
      {
        heading: `Throughput as a part of that of ${reference}`,
        ...sharesPanel({ pairs, bands, width }),
      },
    ],
  };
}

const bandLine = 20;
/** The most telling first: where labels have no room, the later ones go without. */
const ticks = [1, 0.5, 0.1, 0.01, 0.001, 0.8];

function sharesPanel({ pairs, bands, width }: VersusData): Panel {
  const rows = pairs.map((pair) => ({
    ...{ label: pair.workload, system: pair.subject.system, share: shareOf(pair) },
  }));
  const all = rows.map(({ share }) => share);
  const domain: [number, number] = [Math.min(0.1, ...all) / 1.5, Math.max(1, ...all) * 1.15];
  const [low, high] = domain;
  const shown = ticks.filter((tick) => tick >= low && tick <= high);
  const labelled = withRoom(shown, domain, plotWidth(width));
  const drawn = bands.map((band, at) => ({
    ...band,
    ...{ x1: Math.max(low, band.from), x2: bands[at + 1]?.from ?? high },
    // The names of narrow bands stand on steps, each over its own band.
    y: (bands.length - at - 0.5) * bandLine,
  }));
  type Drawn = (typeof drawn)[number];
  return rowPanel({
    ...{ rows, width, top: bands.length * bandLine + 10 },
    textOf: ({ label, share }) => ({ name: label, value: shareText(share) }),
    x: { type: 'log', domain },
    axis: {
      ...{ label: 'part of the throughput, log scale', ticks: shown },
      text: (tick) => {
        return labelled.includes(tick) ? formatPercent(tick, tick < 0.01 ? 1 : 0) : '';
      },
    },
    under: (placed) => [
      Plot.rect(drawn, {
        ...{ x1: 'x1', x2: 'x2', y1: ({ y }: Drawn) => y - bandLine / 2 },
        ...{ y2: (placed.at(-1)?.y ?? 0) + 13, fill: ink.band, fillOpacity: 'opacity' },
      }),
      Plot.text(drawn, {
        ...{ x: 'x2', y: 'y', dx: -6, textAnchor: 'end' },
        text: ({ range, name }: Drawn) => `${range}: ${name}`,
      }),
    ],
    marks: (placed) => [systemDots(placed, { x: 'share', y: 'y' })],
  });
}

/** Subject's throughput ÷ reference's, as a fraction. */
export function shareOf({ subject, reference }: VersusPair): number {
  return subject.perSecond / reference.perSecond;
}

function sentence(pair: VersusPair, bands: readonly Band[]): string {
  const { workload, subject, reference } = pair;
  const sides = [reference, subject].map(
    ({ label, perSecond }) => `${label} ${formatRate(perSecond, 0)}`,
  );
  return `${workload}: ${sides.join(', ')}; ${shareText(shareOf(pair))} (${bandOf(shareOf(pair), bands).name}).`;
}
