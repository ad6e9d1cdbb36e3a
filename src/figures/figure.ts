/**
 * What every figure is: a title, a sentence for those who cannot see it, and plots. Figures are pure
 * functions of their data. This file and the figures import Plot statically, so an island loads them
 * with `import()` and a page that only reads never carries them.
 */
import * as Plot from '@observablehq/plot';
import { systemDots } from './marks.ts';
import type { SystemSymbol } from '../places/contestant.ts';
import { drawn, lookOf } from '../tables/palette.ts';

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
  /** What its marks stand for, where they carry no text of their own. Each label is told once. */
  key?: readonly KeyItem[];
  panels: readonly Panel[];
  /** How many panels stand side by side; one unless given. */
  columns?: number;
}

/** One plot, and the words around it, which are HTML because browsers break lines better than we do. */
export interface Panel {
  heading?: string;
  /** Stands under the heading. */
  text?: string;
  options: Plot.PlotOptions;
  /** Lines that stand under the plot. */
  below?: readonly string[];
}

/** What one mark of a key stands for: a system, a shape, a line or a fill. */
export interface KeyItem {
  label: string;
  /** Id of the system, for colour and shape. */
  system?: string;
  /** Whether its mark is filled: what it stands for was measured here. */
  filled?: boolean;
  /** Shape, where it tells two arms of a system apart. */
  symbol?: SystemSymbol;
  line?: 'solid' | 'dashed';
  fill?: string;
}

/** What every figure is made from besides its plain data. */
export interface Sized {
  /** Of the drawing, in px. */
  width: number;
}

/** The same with rows in their order. */
export interface Rows<Row> extends Sized {
  rows: readonly Row[];
}

/** What a figure shows, where it can’t know: a sentence without its full stop, or a question. */
export interface Titled {
  title: string;
}

/** What stands for a system. */
export interface OfSystem {
  /** Its name in the figure: `Lumenize, hibernating`. */
  label: string;
  /** Id of the system, for colour and shape. */
  system: string;
}

/**
 * Draws a figure as one element that assistive technology reads as one image. It is an SVG element
 * where the figure is one plot and nothing else.
 *
 * @param surroundings a browser's document, or linkedom's at build
 */
export function draw(figure: Figure, { document }: { document: Document }): Element {
  const { label, panels, columns = 1 } = figure;
  const plots = panels.map(({ options }) => drawPlot(options, document));
  const [only] = plots;
  const make = (tag: string, className: string, text = ''): HTMLElement => {
    const made = document.createElement(tag);
    made.className = className;
    made.textContent = text;
    return made;
  };
  const asOne = (): Element => {
    const root = make('div', 'rt-panels');
    root.setAttribute('style', `--rt-columns: ${columns}`);
    if (figure.key !== undefined) root.append(drawKey(figure.key, document));
    for (const [at, { heading, text, below = [] }] of panels.entries()) {
      const panel = make('div', 'rt-plot-panel');
      if (heading !== undefined) panel.append(make('strong', '', heading));
      if (text !== undefined) panel.append(make('p', '', text));
      const room = make('div', 'rt-plot-room');
      if (plots[at] !== undefined) {
        room.setAttribute('style', roomOf(plots[at]));
        room.append(plots[at]);
      }
      panel.append(room, ...below.map((line) => make('p', '', line)));
      root.append(panel);
    }
    return root;
  };
  const root = only !== undefined && isPlotAlone(figure) ? only : asOne();
  root.setAttribute('role', 'img');
  root.setAttribute('aria-label', label);
  return root;
}

/** Style that keeps the room of a plot before it is laid out. */
export function roomOf(plot: Element): string {
  const [width, height] = ['width', 'height'].map((name) => plot.getAttribute(name));
  return `aspect-ratio: ${width} / ${height}; max-width: ${width}px`;
}

export function isPlotAlone({ key, panels }: Figure): boolean {
  const [first] = panels;
  return key === undefined && panels.length === 1 && first?.heading === undefined;
}

function drawPlot(options: Plot.PlotOptions, document: Document): Element {
  const element = Plot.plot({ ...options, document });
  // Fonts come from src/styles/figures.css: linkedom cannot take Plot's style option.
  element.classList.add('rt-plot');
  // Plot names the inner groups for assistive technology; inside an image they are noise.
  for (const inner of element.querySelectorAll('[aria-label]')) inner.removeAttribute('aria-label');
  return element;
}

/** The key as a list, those of one label once; its accessible name is that of the whole. */
function drawKey(items: readonly KeyItem[], document: Document): Element {
  const list = document.createElement('ul');
  list.className = 'rt-key';
  list.setAttribute('aria-hidden', 'true');
  for (const item of new Map(items.map((each) => [each.label, each])).values()) {
    const entry = document.createElement('li');
    entry.append(drawKeyMark(item, document), item.label);
    list.append(entry);
  }
  return list;
}

function drawKeyMark(item: KeyItem, document: Document): Element {
  const { system = 'other', filled = false, symbol, line, fill } = item;
  if (line === undefined && fill === undefined) {
    const axis = { type: 'identity', axis: null } as const;
    const shape = drawn(symbol ?? lookOf(system).symbol);
    const middle = { x: () => 7, y: () => 7 };
    const marks = [
      systemDots([{ system }], { ...middle, r: 5, symbol: () => shape, isFilled: () => filled }),
    ];
    const plot = { width: 14, height: 14, margin: 0, x: axis, y: axis, marks };
    const mark = drawPlot(plot, document);
    // The same for all plots, and said by the one beside the key.
    mark.querySelector('style')?.remove();
    return mark;
  }
  const swatch = document.createElement('span');
  swatch.className = 'rt-key-swatch';
  const look = line ? `border-top: 2px ${line}` : `height: 0.8rem; background: ${fill}`;
  swatch.setAttribute('style', look);
  return swatch;
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

export const markMeanings: Readonly<Record<Mark, string>> = {
  measured: 'raw samples taken by this harness',
  derived: 'computed from other figures when the page was built',
  modelled: 'from a formula with stated inputs',
  quoted: 'carried over from an outside document, which kept no samples',
};
