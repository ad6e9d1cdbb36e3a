/**
 * What every figure is: a title, a sentence for those who cannot see it, and options for Plot.
 * Figures are pure functions of their data. This file and the figures import Plot statically,
 * so an island loads them with `import()` and a page that only reads never carries them.
 */
import * as Plot from '@observablehq/plot';
import { colorOf, drawn, lookOf } from './palette.ts';

/** Where a number comes from. A reader can tell which without a legend. */
export type Mark = 'measured' | 'derived' | 'modelled' | 'quoted';

/** A figure before it is drawn. */
export interface Figure {
  /** What it shows, for the caption. */
  title: string;
  /** The same with its values, for the accessible name. */
  label: string;
  /** How to read it, in a sentence or two under the drawing. */
  note: string;
  options: Plot.PlotOptions;
}

/** What a figure is made from: rows in their order, and the width of the drawing in px. */
export interface Rows<Row> {
  rows: readonly Row[];
  width: number;
}

/** What stands for a system. */
export interface OfSystem {
  /** Its name in the figure: `Lumenize, hibernating`. */
  label: string;
  /** Id of the system, for colour and shape. */
  system: string;
}

/**
 * Draws a figure as one SVG element that assistive technology reads as one image; one with links as a
 * group of its links, each with the `ariaLabel` of its mark as its name.
 *
 * @param surroundings a browser's document, or linkedom's at build
 */
export function draw(figure: Figure, { document }: { document: Document }): Element {
  const element = Plot.plot({ ...figure.options, document });
  // Fonts come from src/styles/figures.css: linkedom cannot take Plot's style option.
  element.classList.add('rt-plot');
  const links = [...element.querySelectorAll('a')];
  const names = links.map((link) => link.querySelector('[aria-label]')?.getAttribute('aria-label'));
  // Plot names the inner groups for assistive technology; inside an image they are noise.
  for (const inner of element.querySelectorAll('[aria-label]')) inner.removeAttribute('aria-label');
  element.setAttribute('role', links.length > 0 ? 'group' : 'img');
  element.setAttribute('aria-label', figure.label);
  if (links.length === 0) return element;
  for (const [at, link] of links.entries()) link.setAttribute('aria-label', names[at] ?? '');
  for (const mark of element.children) {
    if (mark.querySelector('a') === null) mark.setAttribute('aria-hidden', 'true');
  }
  return element;
}

const GEOMETRY = ['d', 'transform', 'x', 'y', 'x1', 'x2', 'y1', 'y2'];

/** Takes the decimals off a drawing that nobody sees: a page with many figures weighs a third less. */
export function roundGeometry(drawing: Element): void {
  for (const element of drawing.querySelectorAll('*')) {
    for (const name of GEOMETRY) {
      const value = element.getAttribute(name);
      if (value === null || !value.includes('.')) continue;
      // To hundredths of a px.
      const rounded = value.replaceAll(/\d+\.\d+/g, (number) => String(+Number(number).toFixed(2)));
      element.setAttribute(name, rounded);
    }
  }
}

/** Ink for what carries no data. Defined in src/styles/figures.css for both themes. */
export const ink = {
  page: 'var(--rt-figure-page)',
  faint: 'var(--rt-figure-faint)',
  muted: 'var(--rt-figure-muted)',
  /** For text of less weight; has the contrast that text needs. */
  quiet: 'var(--rt-figure-quiet)',
  band: 'var(--rt-figure-band)',
  /** For text that leads somewhere. */
  link: 'var(--sl-color-text-accent)',
} as const;

/**
 * Room beside a plot that all figures share, in px: half the label of a tick, which is short on the
 * left and may be long on the right.
 */
export const margins = { left: 14, right: 20 } as const;

/** Width of the plot in a drawing, in px. */
export const plotWidth = (width: number): number => width - margins.left - margins.right;

/** Options that all figures share. Positions on y are pixels, laid out by `stack`. */
export function baseOptions(width: number, height: number): Plot.PlotOptions {
  return {
    width,
    height,
    marginTop: 0,
    marginBottom: axisHeight,
    marginLeft: margins.left,
    marginRight: margins.right,
    y: { type: 'identity', axis: null },
  };
}

/** Room for the x axis with its label, in px. */
export const axisHeight = 48;

/** As `axisBelow` of src/figures/panel.ts draws them. */
const tickStyle = { tickSize: 5, tickPadding: 4, stroke: ink.muted, fill: 'currentColor' } as const;

/** An x axis with the given ticks and, under it, a label that starts at the figure's edge. */
export function bottomAxis(
  ticks: readonly number[],
  label: string,
  textOf: (tick: number) => string = String,
): Plot.Markish[] {
  return [
    // Through the text channel: as `tickFormat`, Plot would leave out labels of a log axis.
    Plot.axisX(ticks, { label: null, text: textOf, ...tickStyle }),
    Plot.text([label], {
      frameAnchor: 'bottom-left',
      textAnchor: 'start',
      dx: -margins.left,
      dy: 38,
    }),
  ];
}

/**
 * A shape for each datum, in the colour and the form of its system: hollow, or filled where
 * `isFilled` says that it was measured here.
 */
export function systemDots<Datum>(
  data: readonly Datum[],
  systemOf: (datum: Datum) => string,
  { isFilled, ...place }: Plot.DotOptions & { isFilled?: (datum: Datum) => boolean },
): Plot.Markish {
  const color = (datum: Datum): string => colorOf(systemOf(datum));
  return Plot.dot(data, {
    r: 5.5,
    symbol: (datum: Datum) => drawn(lookOf(systemOf(datum)).symbol),
    fill: isFilled ? (datum: Datum) => (isFilled(datum) ? color(datum) : ink.page) : ink.page,
    stroke: color,
    strokeWidth: 2,
    ...place,
  });
}

export const markMeanings: Readonly<Record<Mark, string>> = {
  measured: 'raw samples taken by this harness',
  derived: 'computed from other figures when the page was built',
  modelled: 'from a formula with stated inputs',
  quoted: 'carried over from an outside document, which kept no samples',
};
