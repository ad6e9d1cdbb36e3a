/** The first screen of a result: the answer, its figure, and why. */
import { beside } from '../../../figures/beside.ts';
import { colorOf, lookOf } from '../../../figures/palette.ts';
import { partsOfACall } from '../../../figures/parts-of-a-call.ts';
import type { FirstScreen } from '../../../report/first-screen.ts';
import { clone, fill, part } from '../../dom.ts';
import { Drawing } from './drawing.ts';
import { paragraph } from './parts.ts';

/** Fills the answer, the figure and the reason of a result's panel. */
export function showFirst(panel: HTMLElement, first: FirstScreen): void {
  const { answers, tally, open, key, figure, why } = first;
  part(panel, 'answers', HTMLElement).replaceChildren(
    ...answers.map(({ workload, arm, outcome, found, sentence, quoted }) => {
      const item = clone(panel, 'answer-template');
      Object.assign(item.dataset, { workload, arm, outcome });
      // Only numbers that exist: an attribute "undefined" would read as one.
      for (const name of ['ratio', 'low', 'high'] as const) {
        const value = found[name];
        if (value !== undefined) item.dataset[name] = String(value);
      }
      fill(item, { sentence });
      paragraph(item, 'quoted', quoted);
      return item;
    }),
  );
  paragraph(panel, 'tally', tally);
  paragraph(panel, 'open', open);
  part(panel, 'beside-figure', HTMLElement).hidden = answers.length === 0;
  part(panel, 'key', HTMLElement).replaceChildren(
    ...key.map(({ whose, short, name, system = figure.system }) => {
      const item = clone(panel, 'key-template');
      item.dataset['whose'] = whose;
      item.style.setProperty('--rt-color', colorOf(system));
      const { glyph } = lookOf(system);
      item.dataset['glyph'] = whose === 'quoted' ? glyph.hollow : glyph.filled;
      fill(item, { short, name });
      return item;
    }),
  );
  Drawing.in(part(panel, 'beside-drawing', HTMLElement)).show((width) =>
    beside({ ...figure, width }),
  );
  part(panel, 'why', HTMLElement).hidden = why === undefined;
  if (why === undefined) return;
  fill(panel, { why: why.sentence });
  Drawing.in(part(panel, 'why-drawing', HTMLElement)).show((width) =>
    partsOfACall({ ...why, width }),
  );
}
