/** Views of a subject beside the reference, and of the gains a source expects. */
import { formatCount, formatRatio } from '../../figures/format.ts';
import { factor, gains as gainsFigure, type GainRow } from '../../figures/gains.ts';
import { bandOf, shareBands, shareText } from '../../figures/shares.ts';
import { shareOf, versus as versusFigure, type VersusPair } from '../../figures/versus.ts';
import { type Cell, numbers, underHeadings, type View } from '../view.ts';
import {
  endsOf,
  figureOf,
  figuresUnder,
  missing,
  quotedSource,
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
  if (first === undefined) {
    throw missing(
      page,
      'versus',
      'results of the subject and the reference with operationsPerSecond under one workload',
    );
  }
  const { subject, reference } = first;
  return {
    id: 'versus',
    title: 'Side by side',
    figure: (width) => versusFigure({ pairs, bands: shareBands, width }),
    marks: ['quoted', 'derived'],
    source: quotedSource(page.quoted),
    table: {
      caption: `${subject.label} against ${reference.label}`,
      marks: ['quoted'],
      columns: [
        { label: 'Workload' },
        ...numbers([`${reference.label} (/s)`, `${subject.label} (/s)`]),
        ...numbers(['Part of the reference', 'Times slower'], { mark: 'derived' }),
        { label: 'Band' },
      ],
      groups: [
        {
          rows: pairs.map((pair): Cell[] => [
            { text: pair.workload },
            { text: formatCount(pair.reference.perSecond) },
            { text: formatCount(pair.subject.perSecond) },
            { text: shareText(shareOf(pair)) },
            { text: formatRatio(1 / shareOf(pair)) },
            bandCell(shareOf(pair)),
          ]),
        },
      ],
    },
  };
}

function bandCell(share: number): Cell {
  const { name, range } = bandOf(share, shareBands);
  return { text: name, note: range };
}

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
      columns: [{ label: 'Gain' }, ...numbers(['From', 'To'])],
      groups: underHeadings(
        rows,
        ({ group }) => group,
        ({ label, mark, ...ends }) => [
          { text: label, mark },
          ...[ends.low, ends.high].map((end) => ({ text: factor(end) })),
        ],
      ),
    },
  };
}
