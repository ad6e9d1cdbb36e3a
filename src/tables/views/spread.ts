/** View: how far the runs of one entry lie apart. */
import { decimalsOf, formatRatio } from '../../figures/format.ts';
import { spread as spreadFigure, type SpreadRow } from '../../figures/spread.ts';
import { findWorkload } from '../../harness/plan/index.ts';
import { type Cell, numbers, underHeadings, type View } from '../view.ts';
import {
  endsOf,
  figuresUnder,
  missing,
  numberCell,
  quotedSource,
  recordLabels,
  resultsOf,
  type ViewPage,
} from './page.ts';

/** A row with the names of the runs that its totals are of. */
interface Row extends SpreadRow {
  names: string[];
}

/**
 * From the totals of several records where an entry has one for each run; from figures named
 * `spread.<system or arm>.<workload>` or `spread.<workload>` where the source prints ends alone.
 */
export function spreadView(page: ViewPage): View {
  const rows = [...rowsOfRuns(page), ...rowsOfFigures(page)];
  if (rows.length === 0) {
    throw missing(page, 'spread', 'results of several records, or figures spread.<workload> in ms');
  }
  const decimals = decimalsOf(rows.flatMap(({ low, high }) => [low, high]));
  return {
    id: 'spread',
    title: 'Spread over the runs',
    figure: (width) => spreadFigure({ rows, width }),
    marks: ['quoted'],
    source: quotedSource(page.quoted),
    table: {
      caption: 'Totals of the runs',
      marks: ['quoted'],
      columns: [
        { label: 'System' },
        ...numbers(['Fastest (ms)', 'Slowest (ms)']),
        { label: 'Each run (ms)' },
        { label: 'Slowest ÷ fastest', number: true, mark: 'derived' },
      ],
      groups: underHeadings(
        rows,
        ({ workload }) => workload,
        (row) => [
          { text: row.label, ...(row.system !== undefined && { system: row.system }) },
          numberCell(row.low, decimals),
          numberCell(row.high, decimals),
          eachRun(row, decimals),
          { text: formatRatio(row.high / row.low) },
        ],
      ),
    },
  };
}

function eachRun({ totals, names }: Row, decimals: number): Cell {
  if (totals.length === 0) return { text: 'not printed', muted: true };
  return {
    text: totals
      .map((total, at) => [names[at], total.toFixed(decimals)].filter(Boolean).join(': '))
      .join(', '),
  };
}

function rowsOfRuns(page: ViewPage): Row[] {
  const runs = page.quoted.filter(({ results }) => results.length > 0);
  const labels = recordLabels(runs);
  const known = resultsOf(page).filter(({ result }) => result.totalMs !== undefined);
  const tests = Map.groupBy(known, ({ workload, arm }) => JSON.stringify([workload.id, arm.id]));
  return [...tests.values()].flatMap((members): Row[] => {
    const [first] = members;
    if (first === undefined || members.length < 2) return [];
    const totals = members.map(({ result }) => result.totalMs ?? Number.NaN);
    return [
      {
        workload: first.workload.label,
        label: first.arm.label,
        system: first.arm.system,
        low: Math.min(...totals),
        high: Math.max(...totals),
        totals,
        names: members.map(({ run }) => labels.get(run.id) ?? ''),
      },
    ];
  });
}

function rowsOfFigures(page: ViewPage): Row[] {
  const { study } = page;
  return figuresUnder(page, 'spread.').flatMap(({ name, figure }): Row[] => {
    const parts = name.split('.');
    const workload = findWorkload(study, parts.at(-1) ?? '');
    if (workload === undefined || figure.unit !== 'ms') {
      const ids = study.workloads.map(({ id }) => id).join(', ');
      throw missing(
        page,
        `spread with the figure ${figure.id} (${figure.unit})`,
        `one in ms that ends with a workload (${ids})`,
      );
    }
    const owner = parts.length > 1 ? parts.slice(0, -1).join('/') : undefined;
    const arm = study.arms.find(({ id, system }) => id === owner || system === owner);
    // The run that the record keeps in full stands among the others, where there is one.
    const kept = resultsOf(page).filter(
      (each) => each.workload === workload && (arm === undefined || each.arm.system === arm.system),
    );
    return [
      {
        workload: workload.label,
        label: arm ? page.names(arm.id, 'quoted').label : 'All systems together',
        ...(arm && { system: arm.system }),
        ...endsOf(figure),
        totals: arm ? kept.flatMap(({ result }) => result.totalMs ?? []) : [],
        names: arm ? kept.map(() => 'recorded') : [],
      },
    ];
  });
}
