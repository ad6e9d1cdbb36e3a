/**
 * Figure: how long each contestant takes, in ms, as it is stated, as it was measured here and as a
 * reader measured it. A group for each question, in it a row for each contestant; shaded, what the
 * same takes by hand.
 */
import * as Plot from '@observablehq/plot';
import type { FlatRatio } from '../harness/statistics/index.ts';
import type { Figure, OfSystem, Sized, Titled } from './figure.ts';
import { formatMedian, formatMsInterval, formatRatio, formatRatioInterval } from '../numbers/format.ts';
import { ink, intervalsAcross, logDomain, logTicks, systemDots, tall } from './marks.ts';
import { rowPanel, sidesOf, valueWidthOf, widthOf } from './rows.ts';

/** Whose time it is. Quoted ones kept no samples. */
export type Whose = 'quoted' | 'published' | 'theirs' | 'yours';

/** How each is called in the figure’s key and its text. */
export const whoseNames: Readonly<Record<Whose, string>> = {
  quoted: 'Quoted',
  published: 'Measured here',
  theirs: 'Theirs',
  yours: 'Yours',
};

/** A median with the ends of its interval, where it has one, in ms. */
interface BesideTime {
  whose: Whose;
  ms: number;
  low?: number | undefined;
  high?: number | undefined;
}

/** A contestant with its times, of which the last is written beside the marks. */
export interface BesideRow extends OfSystem {
  times: readonly BesideTime[];
  /** Its time ÷ the reference’s, in the run of the last of its times. */
  ratio?: FlatRatio | undefined;
}

export interface BesideGroup {
  heading: string;
  /** What the same takes by hand, in ms; absent where that was not measured. */
  baseline?: number | undefined;
  rows: readonly BesideRow[];
}

export interface BesideData extends Sized, Titled {
  groups: readonly BesideGroup[];
  /** Name of what ratios are stated against. */
  reference: string;
}

const lineHeight = 18;
/** What a value may need besides where others have more decimals, in px. */
const ALIGNING = 14;

const isOwn = (whose: Whose | undefined): boolean => whose === 'yours' || whose === 'theirs';

/** Times on a log axis, because a call may take a hundred times as long in one way as in another. */
export function beside({ groups, reference, title, width }: BesideData): Figure {
  const hasRoom = groups.every(({ rows: own }) => own.every((row) => fits(row, width)));
  const rows = groups.flatMap(({ heading, baseline, rows: own }) =>
    own.map((row) => ({ ...row, heading, baseline, texts: textsOf(row, hasRoom) })),
  );
  const domain = logDomain(
    rows.flatMap(({ baseline, times }) => [
      baseline,
      ...times.flatMap(({ ms, low, high }) => [ms, low, high]),
    ]),
  );
  const room = (widths: readonly number[]) => Math.max(0, ...widths) + 10;
  const textBeside = {
    names: room(rows.map(nameWidthOf)),
    values: room(rows.map(({ texts }) => valueWidthOf(texts.value))) + ALIGNING,
    ...{ edge: 8, row: lineHeight },
  };
  const [left, right] = sidesOf(width, textBeside);
  const timesOf = <Row extends BesideRow>(placed: readonly Row[]) =>
    placed.flatMap((row) => row.times.map((time) => ({ ...row, ...time })));
  return {
    title,
    label: `${title}. ${rows.map(sentenceOf).join(' ')}`,
    note: noteOf(rows, reference),
    panels: [
      rowPanel({
        ...{ rows, width, beside: textBeside },
        textOf: ({ heading, texts }) => ({ group: heading, ...texts }),
        x: { type: 'log', domain },
        axis: { label: 'ms, log scale', ticks: logTicks(domain, width - left - right) },
        under: (placed) => [
          Plot.rect(
            placed.filter(({ baseline }) => baseline !== undefined),
            { x1: () => domain[0], x2: 'baseline', ...tall(lineHeight / 2), fill: ink.band },
          ),
        ],
        marks: (placed) => [
          intervalsAcross(timesOf(placed), {
            strokeWidth: ({ whose }: BesideTime) => (isOwn(whose) ? 4 : 2.5),
          }),
          systemDots(timesOf(placed), {
            ...{ x: 'ms', y: 'y', isFilled: ({ whose }) => whose !== 'quoted' },
            r: ({ whose }: BesideTime) => (isOwn(whose) ? 6.5 : 4.5),
          }),
        ],
      }),
    ],
  };
}

/** Name and value of a row, with its ratio where that has room. */
function textsOf(row: BesideRow, hasRoom: boolean) {
  const { label, times, ratio } = row;
  const last = times.at(-1);
  const value = last === undefined ? '' : formatMedian(last.ms, last.low, last.high);
  const whole = [value, ...(ratio && hasRoom ? [formatRatio(ratio.ratio)] : [])].join(' · ');
  return { name: label, value: whole, isBold: isOwn(last?.whose) };
}

const nameWidthOf = ({ label, times }: BesideRow): number =>
  (isOwn(times.at(-1)?.whose) ? valueWidthOf : widthOf)(label);

/** Whether name, value and ratio stand beside each other; values are aligned, so that one row decides for all. */
function fits(row: BesideRow, width: number): boolean {
  return nameWidthOf(row) + valueWidthOf(textsOf(row, true).value) + ALIGNING <= width;
}

function noteOf(
  rows: ReadonlyArray<BesideRow & Pick<BesideGroup, 'baseline'>>,
  reference: string,
): string {
  const has = (whose: Whose) =>
    rows.some(({ times }) => times.some((time) => time.whose === whose));
  return [
    'The mark is the median, the line its interval, on a log scale.',
    ...(rows.some(({ baseline }) => baseline !== undefined)
      ? ['Shaded: no longer than the same takes by hand.']
      : []),
    ...(rows.some(({ ratio }) => ratio)
      ? [`Beside a time, where there is room: how many times ${reference}’s it is.`]
      : []),
    ...(has('quoted') ? ['Hollow: quoted, without an interval.'] : []),
    ...(has('yours') ? ['Larger and bold: yours.'] : []),
    ...(rows.some(({ times }) => times.some((time) => time.whose === 'yours' && !time.low))
      ? ['No line yet: a median of fewer than five sessions has no interval.']
      : []),
  ].join(' ');
}

function sentenceOf({ heading, label, times, ratio }: BesideRow & { heading: string }): string {
  const each = times.map(({ whose, ms, low, high }) => {
    return `${whoseNames[whose].toLowerCase()}: ${formatMsInterval(ms, low, high)}`;
  });
  const than = ratio ? `, ${formatRatioInterval(ratio.ratio, ratio.low, ratio.high)}` : '';
  const known = each.length === 0 ? 'nothing yet' : each.join('; ');
  return `${heading === '' ? '' : `${heading}, `}${label}, ${known}${than}.`;
}
