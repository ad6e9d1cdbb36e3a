/** Figures as tests look at them: drawn as at build, their texts read and roughly measured. */
import { parseHTML } from 'linkedom';
import { draw, type Figure } from '../figure.ts';
import { widthOf } from '../rows.ts';

const { document } = parseHTML('<!doctype html><html><body></body></html>');

/** The widths that a figure has to fit: a phone's, and that of the text beside a sidebar. */
export const WIDTHS = [310, 646] as const;

export function svgOf(figure: Figure): Element {
  return draw(figure, { document });
}

/** All texts of a drawing, in order, with plain spaces: those of its plots, and those around them. */
export function textsOf(figure: Figure): string[] {
  const texts = svgOf(figure).querySelectorAll('text, li, strong, p');
  // In a key a shape stands before the name.
  return [...texts].map(({ lastChild }) => plain(lastChild?.textContent ?? ''));
}

/** A text with plain spaces in place of thin ones. */
export function plain(text: string): string {
  return text.replaceAll('\u202f', ' ');
}

/** An attribute of every element that a selector finds outside of the key. */
export function attributes(figure: Figure, selector: string, name: string): (string | null)[] {
  return [...svgOf(figure).querySelectorAll(selector)]
    .filter((each) => each.closest('.rt-key') === null)
    .map((each) => each.getAttribute(name));
}

/** The texts that reach over an edge of their plot, by a rough measure on the wide side. */
export function textsOutside(figure: Figure): string[] {
  const drawing = svgOf(figure);
  const plots = drawing.matches('svg')
    ? [drawing]
    : [...drawing.querySelectorAll('.rt-plot-room > svg')];
  return plots
    .flatMap((plot) => {
      const [width, height] = ['width', 'height'].map((name) => Number(plot.getAttribute(name)));
      return [...plot.querySelectorAll('text')].filter((text) => {
        const [x, y] = placeOf(text);
        const room = widthOf(text.textContent) * (text.closest('g[font-size="14"]') ? 14 / 13 : 1);
        const anchor = text.closest('[text-anchor]')?.getAttribute('text-anchor');
        const left = anchor === 'start' ? x : anchor === 'end' ? x - room : x - room / 2;
        return left < 0 || left + room > (width ?? 0) || y < 0 || y > (height ?? 0);
      });
    })
    .map(({ textContent }) => plain(textContent));
}

/** Where a text is anchored: its own translation and those of the groups around it. */
function placeOf(text: Element): [x: number, y: number] {
  let [x, y] = [0, 0];
  for (let at: Element | null = text; at !== null; at = at.parentElement) {
    const [, dx = 0, dy = 0] =
      /^translate\((.+),(.+)\)$/.exec(at.getAttribute('transform') ?? '') ?? [];
    x += Number(dx);
    y += Number(dy);
  }
  return [x, y];
}
