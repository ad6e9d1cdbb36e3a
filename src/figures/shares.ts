/** Part of a figure: shares of one on a log axis, over bands that each have a name. */
import * as Plot from '@observablehq/plot';
import { axisHeight, ink, margins, systemDots, type OfSystem, type Rows } from './figure.ts';
import { formatPercent, THIN } from './format.ts';
import { axisBelow, heading as headingMark, logScale, withRoom } from './panel.ts';
import { stack, stackText, type Placed } from './stack.ts';

/** A band of shares. */
export interface Band {
  /** Where it begins, as a fraction. */
  from: number;
  range: string;
  name: string;
  /** How strongly it is filled, from 0 to 1. */
  opacity: number;
}

/** The bands of the source's own chart, with names of this site. */
export const shareBands: readonly Band[] = [
  { from: 0, range: `under 50${THIN}%`, name: 'far behind', opacity: 0.18 },
  { from: 0.5, range: `50–79${THIN}%`, name: 'behind', opacity: 0.5 },
  { from: 0.8, range: `80${THIN}% and more`, name: 'close', opacity: 0.9 },
];

/** One share. */
interface ShareRow extends OfSystem {
  /** As a fraction. */
  share: number;
}

/** Plain data of the part. */
interface SharesData extends Rows<ShareRow> {
  /** From the lowest to the highest; the first begins at nought. */
  bands: readonly Band[];
  heading: string;
  /** Where the part begins, in px. */
  top: number;
}

const headingRoom = 30;
const bandLine = 20;
/** The most telling first: where labels have no room, the later ones go without. */
const ticks = [1, 0.5, 0.1, 0.01, 0.001, 0.8];

/** The band a share lies in. It is rounded to whole per cent first, as the bands are named. */
export function bandOf(share: number, bands: readonly Band[]): Band {
  const rounded = Math.round(share * 100) / 100;
  const found = bands.findLast(({ from }) => rounded >= from);
  if (found === undefined) throw new RangeError(`share: got ${share}, expected 0 or more`);
  return found;
}

/** `0.13 %`: two decimals under one per cent, where one would hide how small it is. */
export function shareText(share: number): string {
  return formatPercent(share, share < 0.1 ? 2 : 0);
}

/** Marks of the part, and where it ends in px. */
export function shares({ rows, bands, heading, top, width }: SharesData) {
  const placed = stack(rows, width, ({ label, share }) => ({
    group: '',
    name: label,
    value: shareText(share),
  }));
  const rowsTop = top + headingRoom + bands.length * bandLine + 10;
  const bottom = rowsTop + placed.height;
  const shifted = {
    ...placed,
    rows: placed.rows.map((place) => ({ ...place, y: place.y + rowsTop })),
  };
  const all = rows.map(({ share }) => share);
  const low = Math.min(0.1, ...all) / 1.5;
  const high = Math.max(1, ...all) * 1.15;
  const x = logScale([low, high], [margins.left + 8, width - margins.right]);
  const shown = ticks.filter((tick) => tick >= low && tick <= high);
  const labelled = withRoom(shown, x, 44);
  const drawn = bands.map((band, index) => ({
    ...band,
    x1: x(Math.max(low, band.from)),
    x2: x(bands[index + 1]?.from ?? high),
    // The names of narrow bands stand on steps, each over its own band.
    y: top + headingRoom + (bands.length - index - 0.5) * bandLine,
  }));
  type Drawn = (typeof drawn)[number];
  const marks: Plot.Markish[] = [
    headingMark(heading, top + 10),
    Plot.rect(drawn, {
      x1: 'x1',
      x2: 'x2',
      y1: ({ y }: Drawn) => y - bandLine / 2,
      y2: bottom,
      fill: ink.band,
      fillOpacity: 'opacity',
    }),
    Plot.text(drawn, {
      x: 'x2',
      y: 'y',
      dx: -6,
      textAnchor: 'end',
      text: ({ range, name }: Drawn) => `${range}: ${name}`,
    }),
    ...stackText(shifted),
    ...axisBelow(
      {
        scale: x,
        label: 'part of the throughput, log scale',
        ticks: shown.map((value) => ({
          value,
          text: labelled.includes(value) ? formatPercent(value, value < 0.01 ? 1 : 0) : '',
        })),
      },
      bottom,
    ),
    systemDots(shifted.rows, ({ row }) => row.system, {
      x: ({ row }: Placed<ShareRow>) => x(row.share),
      y: 'y',
    }),
  ];
  return { marks, bottom: bottom + axisHeight };
}
