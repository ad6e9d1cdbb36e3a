/** Views of a subject beside the reference, as its source printed both, and of the gains it expects. */
import { formatCount, formatRatio } from '../../figures/format.ts';
import { factor, type GainRow, gains as gainsFigure } from '../../figures/ranges.ts';
import { bandOf, shareBands, shareText } from '../../figures/shares.ts';
import { shareOf, versus as versusFigure, type VersusPair } from '../../figures/versus.ts';
import { numeric, tableOf, type View } from '../view.ts';
import {
  endsOf,
  figureOf,
  figuresUnder,
  missing,
  quotedParts,
  resultsOf,
  type ViewPage,
} from './page.ts';

/** Pairs of the study's first subject and its reference, by workload. */
function pairsOf(page: Pick<ViewPage, 'study' | 'quoted'>): VersusPair[] {
  const { study } = page;
  const results = resultsOf(page);
  return study.workloads.flatMap((workload): VersusPair[] => {
    const side = (id: string | undefined) => {
      const found = results.find((each) => each.workload === workload && each.arm.id === id);
      const perSecond = found?.result.operationsPerSecond;
      return found && perSecond !== undefined
        ? { label: found.arm.label, system: found.arm.system, perSecond }
        : undefined;
    };
    const [subject, reference] = [side(study.subjects[0]), side(study.reference)];
    return subject && reference ? [{ workload: workload.label, subject, reference }] : [];
  });
}

/** Both throughputs side by side, and the subject's share of the reference's. */
export function versusView(page: ViewPage): View {
  const pairs = pairsOf(page);
  const [first] = pairs;
  const both = 'results of the subject and the reference with operationsPerSecond';
  if (first === undefined) throw missing(page, 'versus', `${both} under one workload`);
  const { subject, reference } = first;
  const derived = { mark: 'derived' } as const;
  return {
    ...{ id: 'versus', title: 'Side by side', ...quotedParts(page) },
    marks: ['quoted', 'derived'],
    figure: (width) => versusFigure({ pairs, bands: shareBands, width }),
    table: tableOf(pairs, {
      ...{ caption: `${subject.label} against ${reference.label}`, marks: ['quoted'] },
      columns: [
        { label: 'Workload', cell: ({ workload }) => ({ text: workload }) },
        numeric(`${reference.label} (/s)`, (pair) => ({
          text: formatCount(pair.reference.perSecond),
        })),
        numeric(`${subject.label} (/s)`, (pair) => ({ text: formatCount(pair.subject.perSecond) })),
        numeric('Part of the reference', (pair) => ({ text: shareText(shareOf(pair)) }), derived),
        numeric('Times slower', (pair) => ({ text: formatRatio(1 / shareOf(pair)) }), derived),
        {
          label: 'Band',
          cell: (pair) => {
            const { name, range } = bandOf(shareOf(pair), shareBands);
            return { text: name, note: range };
          },
        },
      ],
    }),
  };
}

/**
 * From figures `gain.<name>` with the unit ×, the figure `target` in % of the reference, and
 * throughputs of subject and reference, which say how far away the target is.
 */
export function optimisationsView(page: ViewPage): View {
  const expected = figuresUnder(page, 'gain.').filter(({ figure }) => figure.unit === '×');
  const target = figureOf(page, 'target', '%');
  const pairs = pairsOf(page);
  const both = 'results of the subject and the reference with operationsPerSecond';
  if (expected.length === 0) throw missing(page, 'optimisations', 'figures gain.<name> with ×');
  if (target === undefined) throw missing(page, 'optimisations', 'a figure target in %');
  if (pairs.length === 0) throw missing(page, 'optimisations', both);
  const single = expected.map(({ figure }): GainRow => ({
    ...{ group: 'What the source expects of each', label: figure.label, mark: 'quoted' },
    ...endsOf(figure),
  }));
  const { low, high } = endsOf(target);
  const rows: GainRow[] = [
    ...single,
    {
      ...{ group: 'All of them together', label: 'Product of all factors', mark: 'derived' },
      low: single.reduce((all, each) => all * each.low, 1),
      high: single.reduce((all, each) => all * each.high, 1),
    },
    ...pairs.map((pair): GainRow => ({
      ...{ group: 'What the target would need', mark: 'derived' },
      label: `${pair.workload}, to ${low}–${high} % of ${pair.reference.label}`,
      ...{ low: low / 100 / shareOf(pair), high: high / 100 / shareOf(pair) },
    })),
  ];
  const title = 'Gains expected, and what the target would need';
  return {
    ...{ id: 'optimisations', title: 'Gains expected', ...quotedParts(page) },
    marks: ['quoted', 'derived'],
    figure: (width) => gainsFigure({ title, rows, width }),
    table: tableOf(rows, {
      ...{ caption: title, marks: ['quoted', 'derived'] },
      headingOf: ({ group }) => group,
      columns: [
        { label: 'Gain', cell: ({ label, mark }) => ({ text: label, mark }) },
        numeric('From', (row) => ({ text: factor(row.low) })),
        numeric('To', (row) => ({ text: factor(row.high) })),
      ],
    }),
  };
}
