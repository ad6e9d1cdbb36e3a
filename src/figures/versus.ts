/**
 * Figure: two systems side by side, and under them the one's share of the other, with the bands in
 * which the source judges it. Both axes are logarithmic, because the two are far apart.
 */
import * as Plot from '@observablehq/plot';
import {
  axisHeight,
  baseOptions,
  margins,
  plotWidth,
  systemDots,
  type Figure,
  type OfSystem,
} from './figure.ts';
import { formatCount, formatRate, formatSpan } from './format.ts';
import { axisBelow, logDomain, logScale, logTicks } from './panel.ts';
import { bandOf, shares, shareText, type Band } from './shares.ts';
import { stack, stackText, type Placed, type Stack } from './stack.ts';

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

/** Plain data of the figure. */
interface VersusData {
  pairs: readonly VersusPair[];
  /** From the lowest to the highest; the first begins at nought. */
  bands: readonly Band[];
  /** Width of the drawing, in px. */
  width: number;
}

const gap = 20;

/** Throughputs first, shares below. */
export function versus({ pairs, bands, width }: VersusData): Figure {
  const sides = pairs.flatMap(({ workload, subject, reference }) => [
    { workload, ...reference },
    { workload, ...subject },
  ]);
  const placed = stack(sides, width, ({ workload, label, perSecond }) => ({
    group: workload,
    name: label,
    value: formatRate(perSecond, 0),
  }));
  const [subject, reference] = [pairs[0]?.subject.label ?? '', pairs[0]?.reference.label ?? ''];
  const lower = shares({
    rows: pairs.map((pair) => ({
      label: pair.workload,
      system: pair.subject.system,
      share: shareOf(pair),
    })),
    bands,
    heading: `Throughput as a part of that of ${reference}`,
    top: placed.height + axisHeight + gap,
    width,
  });
  return {
    title: `${subject} answers ${formatSpan(pairs.map(shareOf), shareText)} of the calls that ${reference} answers`,
    label: `Throughput. ${pairs.map((pair) => sentence(pair, bands)).join(' ')}`,
    note: 'Further right is faster; both axes are logarithmic. Hollow shapes are quoted.',
    options: {
      ...baseOptions(width, lower.bottom),
      x: { type: 'identity', axis: null },
      marks: [...stackText(placed), ...throughputs(placed, width), ...lower.marks],
    },
  };
}

function throughputs(
  { rows, height }: Pick<Stack<VersusSide>, 'rows' | 'height'>,
  width: number,
): Plot.Markish[] {
  const domain = logDomain(
    rows.map(({ row }) => row.perSecond),
    0.04,
  );
  const x = logScale(domain, [margins.left + 4, width - margins.right - 8]);
  return [
    ...axisBelow(
      {
        scale: x,
        label: 'calls per second, log scale',
        ticks: logTicks(domain, plotWidth(width) - 12).map((value) => ({
          value,
          text: formatCount(value),
        })),
      },
      height,
    ),
    systemDots(rows, ({ row }) => row.system, {
      x: ({ row }: Placed<VersusSide>) => x(row.perSecond),
      y: 'y',
    }),
  ];
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
