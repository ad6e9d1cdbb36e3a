/** View: the gains a source expects, their product, and what its target would need. */
import { factor, gains as gainsFigure, type GainRow } from '../../figures/gains.ts';
import { shareOf } from '../../figures/versus.ts';
import type { Cell, View } from '../view.ts';
import { endsOf, figureOf, figuresUnder, missing } from './figures-of.ts';
import { quotedSource, type ViewPage } from './page.ts';
import { pairsOf } from './pairs.ts';

const EXPECTED = 'What the source expects of each';
const TOGETHER = 'All of them together';
const NEEDED = 'What the target would need';

/**
 * From figures `gain.<name>` with the unit ×, the figure `target` in % of the reference, and
 * throughputs of subject and reference, which say how far away the target is.
 */
export function optimisationsView(page: ViewPage): View {
  const expected = figuresUnder(page, 'gain.').filter(({ figure }) => figure.unit === '×');
  const target = figureOf(page, 'target', '%');
  const pairs = pairsOf(page);
  if (expected.length === 0) throw missing(page, 'optimisations', 'figures gain.<name> with ×');
  if (target === undefined) throw missing(page, 'optimisations', 'a figure target in %');
  if (pairs.length === 0) {
    throw missing(
      page,
      'optimisations',
      'results of the subject and the reference with operationsPerSecond',
    );
  }
  const single = expected.map(({ figure }): GainRow => ({
    group: EXPECTED,
    label: figure.label,
    ...endsOf(figure),
    mark: 'quoted',
  }));
  const product: GainRow = {
    group: TOGETHER,
    label: 'Product of all factors',
    low: single.reduce((all, { low }) => all * low, 1),
    high: single.reduce((all, { high }) => all * high, 1),
    mark: 'derived',
  };
  const { low, high } = endsOf(target);
  const needed = pairs.map((pair): GainRow => ({
    group: NEEDED,
    label: `${pair.workload}, to ${low}–${high} % of ${pair.reference.label}`,
    low: low / 100 / shareOf(pair),
    high: high / 100 / shareOf(pair),
    mark: 'derived',
  }));
  const rows = [...single, product, ...needed];
  const title = 'Gains expected, and what the target would need';
  return {
    id: 'optimisations',
    title: 'Gains expected',
    figure: (width) => gainsFigure({ title, rows, width }),
    marks: ['quoted', 'derived'],
    source: quotedSource(page.quoted),
    table: {
      caption: title,
      marks: ['quoted', 'derived'],
      columns: [{ label: 'Gain' }, { label: 'From', number: true }, { label: 'To', number: true }],
      groups: [...Map.groupBy(rows, ({ group }) => group)].map(([heading, members]) => ({
        heading,
        rows: members.map((row): Cell[] => [
          { text: row.label, mark: row.mark },
          { text: factor(row.low) },
          { text: factor(row.high) },
        ]),
      })),
    },
  };
}
