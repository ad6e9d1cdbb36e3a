/** Views of a subject beside the reference at several numbers of clients, and of the gains a source expects. */
import { formatCount, formatPercent, formatRatio } from '../../figures/format.ts';
import { factor, gains as gainsFigure, type GainRow } from '../../figures/gains.ts';
import { scaled, scaling as scalingFigure, type ScalingPoint } from '../../figures/scaling.ts';
import { bandOf, shareBands, shareText } from '../../figures/shares.ts';
import { shareOf, versus as versusFigure, type VersusPair } from '../../figures/versus.ts';
import type { Cell, View } from '../view.ts';
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
        { label: `${reference.label} (/s)`, number: true },
        { label: `${subject.label} (/s)`, number: true },
        { label: 'Part of the reference', number: true, mark: 'derived' },
        { label: 'Times slower', number: true, mark: 'derived' },
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

/** Throughput against clients, from results that name their number of clients. */
export function scalingView(page: ViewPage): View {
  const points = resultsOf(page).flatMap(({ arm, result }): ScalingPoint[] => {
    const { clients, operationsPerSecond } = result;
    if (clients === undefined || operationsPerSecond === undefined) return [];
    return [{ label: arm.label, system: arm.system, clients, perSecond: operationsPerSecond }];
  });
  if (new Set(points.map(({ clients }) => clients)).size < 2) {
    throw missing(
      page,
      'scaling',
      'results with clients and operationsPerSecond for two numbers of clients or more',
    );
  }
  const series = [...Map.groupBy(scaled(points), ({ label }) => label)];
  return {
    id: 'scaling',
    title: 'Scaling with clients',
    figure: (width) => scalingFigure({ rows: points, width }),
    marks: ['quoted', 'derived'],
    source: quotedSource(page.quoted),
    table: {
      caption: 'Throughput and what each client bringing as much as the first would give',
      marks: ['quoted'],
      note: 'The ideal is computed from the first row of each system.',
      columns: [
        { label: 'Clients' },
        { label: 'Throughput (/s)', number: true },
        { label: 'Ideal (/s)', number: true, mark: 'derived' },
        { label: 'Reached', number: true, mark: 'derived' },
      ],
      groups: series.map(([heading, members]) => ({
        heading,
        rows: members.map(({ clients, perSecond, ideal, efficiency }): Cell[] => [
          { text: formatCount(clients) },
          { text: formatCount(perSecond) },
          { text: formatCount(ideal) },
          { text: formatPercent(efficiency, 1) },
        ]),
      })),
    },
  };
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
