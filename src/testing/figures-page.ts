/** The figures of a result in a page: bundled for a test, which runs it in a page and beside it. */
import { beside, type BesideData } from '../figures/beside.ts';
import { distribution, type DistributionData } from '../figures/times.ts';
import { draw, type Figure } from '../figures/figure.ts';
import { overTime, type OverTimeData } from '../figures/over-time.ts';
import { partsOfACall } from '../figures/parts-of-a-call.ts';

export { draw };

/** What the figures are made from, but for their width. */
export interface ResultFigures {
  beside: Omit<BesideData, 'width'>;
  parts: Omit<Parameters<typeof partsOfACall>[0], 'width'>;
  distribution: Omit<DistributionData, 'width'>;
  overTime: Omit<OverTimeData, 'width'>;
}

/** Every figure at a width in px. */
export function figuresOf(data: ResultFigures, width: number): Figure[] {
  return [
    beside({ ...data.beside, width }),
    partsOfACall({ ...data.parts, width }),
    distribution({ ...data.distribution, width }),
    overTime({ ...data.overTime, width }),
  ];
}

/** The markup of every figure, drawn here. */
export function drawnHere(data: ResultFigures, width: number): string[] {
  return figuresOf(data, width).map((figure) => markupOf(draw(figure, { document })));
}

/** The markup of drawings that were sent as text, once this browser has read it. */
export function readHere(texts: readonly string[]): string[] {
  return texts.map((text) => {
    const template = document.createElement('template');
    template.innerHTML = text;
    const [drawing] = template.content.children;
    if (drawing === undefined) throw new Error(`got "${text}", expected a drawing`);
    return markupOf(drawing);
  });
}

/** Attributes by name: in which order they were set means nothing, and linkedom keeps another. */
function markupOf(drawing: Element): string {
  for (const element of [drawing, ...drawing.querySelectorAll('*')]) {
    const attributes = [...element.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const attribute of attributes) element.removeAttributeNode(attribute);
    for (const attribute of attributes) element.setAttributeNode(attribute);
  }
  return drawing.outerHTML;
}
