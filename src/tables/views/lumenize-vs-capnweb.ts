/** Views of that study’s sources: networks, the parts of a round trip, and the spread over runs. */
import { amounts, type AmountRow, timePerOperation } from '../../figures/amounts.ts';
import {
  decimalsOf,
  formatMs,
  formatMsRange,
  formatPercent,
  formatRatio,
  formatSpan,
  NONE,
  THIN,
} from '../../numbers/format.ts';
import { type RangeRow, ranges } from '../../figures/ranges.ts';
import { findWorkload, type StudyOutline } from '../../harness/plan/index.ts';
import type { Unit } from '../../harness/record/index.ts';
import { capital } from '../../report/words.ts';
import { type ColumnOf, numberCell, numeric, type View, worded } from '../view.ts';
import {
  endsOf,
  figureOf,
  figuresUnder,
  missing,
  msPerOperation,
  quotedView,
  recordLabels,
  resultsOf,
  type ViewPage,
} from './page.ts';

/** A network as its source describes it. */
interface Network {
  name: string;
  speed: string;
  latencyMs: number | undefined;
  /** Its time with each system, in the order of the study's systems, in ms. */
  totals: { label: string; system: string; ms: number }[];
  gap: number | undefined;
  gapShare: number | undefined;
}

/**
 * From figures `<network>.<system>` in ms, with `<network>.speed`, `.latency`, `.gap` and
 * `.gap-share` beside them where the source has them.
 */
export function networkView(page: ViewPage): View {
  const networks = networksOf(page);
  const rows = networks.flatMap(({ name, speed, totals }) =>
    totals.map(({ label, system, ms }): AmountRow => ({
      ...{ group: `${name}, ${speed}`, label, system, mark: 'quoted', value: ms },
    })),
  );
  const caption = 'Time of one operation over networks, as the source modelled it';
  const quantity = {
    name: caption,
    of: 'By the source’s model, an operation takes',
    axis: 'ms for one operation',
    better: 'Shorter is faster. None of this was measured: the source computed it.',
    format: (value: number) => formatMs(value, 2),
  };
  return quotedView(page, networks, {
    ...{ name: 'network', title: 'Times over networks' },
    needs: 'figures <network>.speed and <network>.<system> in ms',
    figure: (width) => amounts({ rows, quantity, width }),
    table: {
      caption,
      columns: [
        worded('Network', ({ name, speed }) => ({ text: name, note: speed })),
        ...networkColumns(networks),
      ],
    },
  });
}

function networksOf(page: ViewPage): Network[] {
  const { study } = page;
  const systems = [...new Set(study.arms.map(({ system }) => system))];
  const value = (id: string, unit: Unit): number | undefined => figureOf(page, id, unit)?.value;
  return figuresUnder(page, '').flatMap(({ figure }): Network[] => {
    const id = /^(.+)\.speed$/.exec(figure.id)?.[1];
    if (id === undefined) return [];
    const totals = systems.flatMap((system) => {
      const ms = value(`${id}.${system}`, 'ms');
      const { label } = page.names(armOf(study, system), 'quoted');
      return ms === undefined ? [] : [{ label, system, ms }];
    });
    if (totals.length === 0) throw missing(page, 'network', `figures ${id}.<system> in ms`);
    return [
      {
        ...{ name: capital(id), speed: `${figure.value ?? NONE}${THIN}${figure.unit}`, totals },
        latencyMs: value(`${id}.latency`, 'ms'),
        ...{ gap: value(`${id}.gap`, 'ms'), gapShare: value(`${id}.gap-share`, '%') },
      },
    ];
  });
}

/** The arm that stands for a system: the first the study names, which is the one its source measured. */
function armOf({ arms, subjects, reference }: StudyOutline, system: string): string {
  const compared = [...subjects, reference];
  return arms.find(({ id, system: own }) => own === system && compared.includes(id))?.id ?? system;
}

/** Those that the source has numbers for. */
function networkColumns(networks: readonly Network[]): ColumnOf<Network>[] {
  const systems = networks[0]?.totals.map(({ label }) => label) ?? [];
  const timeWith = (label: string) => (network: Network) =>
    network.totals.find((each) => each.label === label)?.ms;
  // Times stand beside each other to be compared, so they have decimals in common.
  const ofTimes = decimalsOf(networks.flatMap(({ totals }) => totals.map(({ ms }) => ms)));
  const column = (
    label: string,
    valueOf: (network: Network) => number | undefined,
    decimals = decimalsOf(networks.map(valueOf)),
  ) =>
    networks.some((network) => valueOf(network) !== undefined)
      ? [numeric<Network>(label, (network) => numberCell(valueOf(network), decimals))]
      : [];
  return [
    ...column('Base latency (ms)', ({ latencyMs }) => latencyMs),
    ...systems.flatMap((label) => column(`${label} (ms)`, timeWith(label), ofTimes)),
    ...column('Gap (ms)', ({ gap }) => gap),
    ...column('Gap (%)', ({ gapShare }) => gapShare),
  ];
}

/** Name of the sum of the parts. */
const WHOLE = 'The whole round trip';

/**
 * From the figures `client.<step>` in ms and the entry's one result, which is the round trip. What
 * is left of it is computed; a figure `remaining` in ms says that the source printed the same.
 */
export function stagesView(page: ViewPage): View {
  const steps = figuresUnder(page, 'client.').filter(
    ({ name, figure }) => name !== 'total' && figure.unit === 'ms' && figure.value !== undefined,
  );
  const [whole, ...others] = resultsOf(page);
  const roundTripMs = whole && msPerOperation(whole.result);
  if (steps.length === 0) throw missing(page, 'stages', 'figures client.<step> in ms');
  if (whole === undefined || others.length > 0 || roundTripMs === undefined) {
    throw missing(page, 'stages', 'one result with a time, which is the round trip,');
  }
  const decimals = decimalsOf(steps.map(({ figure: { value } }) => value));
  const { arm, workload, result } = whole;
  const stage = (
    label: string,
    value: number,
    approximate = false,
    mark: 'quoted' | 'derived' = 'quoted',
  ): AmountRow => ({
    ...{ group: '', label, system: arm.system, mark, value, approximate },
    decimals: label === WHOLE ? decimalsOf([value]) : decimals,
  });
  const known = steps.map(({ figure: { label, value = Number.NaN, approximate } }) =>
    stage(label, value, approximate),
  );
  const left = roundTripMs - known.reduce((sum, { value }) => sum + value, 0);
  const printed = figureOf(page, 'remaining', 'ms')?.value;
  const isPrinted = printed !== undefined && printed.toFixed(decimals) === left.toFixed(decimals);
  const rest = stage('Everything else', left, true, isPrinted ? 'quoted' : 'derived');
  const rows = [...known, rest, stage(WHOLE, roundTripMs, result.approximate)];
  const part = (value: number): string => formatPercent(value / roundTripMs, 1);
  const caption = `Parts of one operation of ${workload.label}, ${arm.label}`;
  return quotedView(page, rows, {
    ...{ name: 'stages', title: 'Parts of the round trip', marks: ['quoted', 'derived'] },
    needs: `steps that take no more than the round trip, ${roundTripMs} ms,`,
    isEnough: left >= 0,
    figure: (width) => ({
      ...amounts({ rows, quantity: { ...timePerOperation, axis: 'ms' }, width }),
      title: `${rest.label}: ${part(left)} of the round trip`,
    }),
    table: {
      caption,
      columns: [
        worded('Part', ({ label }) => label),
        numeric('Time (ms)', ({ value, mark, ...row }) => ({
          ...numberCell(value, row.decimals ?? decimals, row.approximate),
          ...(mark === 'derived' && { mark }),
        })),
        numeric('Part of the round trip', ({ value }) => part(value), { mark: 'derived' }),
      ],
    },
  });
}

/** A range of totals, in ms, with the names of the runs that they are of. */
interface Spread extends RangeRow {
  low: number;
  high: number;
  points: number[];
  names: string[];
}

/**
 * From the totals of several records where an entry has one for each run; from figures named
 * `spread.<system or arm>.<workload>` or `spread.<workload>` where the source prints ends alone.
 */
export function spreadView(page: ViewPage): View {
  const rows = [...spreadOfRuns(page), ...spreadOfFigures(page)];
  const decimals = decimalsOf(rows.flatMap(({ low, high }) => [low, high]));
  const eachRun = ({ points, names }: Spread): string =>
    points
      .map((total, at) => [names[at], total.toFixed(decimals)].filter(Boolean).join(': '))
      .join(', ');
  const times = formatSpan(
    rows.map(({ low, high }) => high / low),
    formatRatio,
  );
  return quotedView(page, rows, {
    ...{ name: 'spread', title: 'Spread over the runs' },
    needs: 'results of several records, or figures spread.<workload> in ms',
    figure: (width) =>
      ranges({
        ...{ rows, width, axis: 'ms in all' },
        title: `The slowest run of a test took ${times} the time of the fastest`,
        note: 'A line goes from the fastest run to the slowest. Each hollow shape is one run as the source prints it; where there is none, it prints the ends alone.',
      }),
    table: {
      caption: 'Totals of the runs',
      headingOf: ({ group }) => group,
      columns: [
        worded('System', ({ label, system }) => ({ text: label, ...(system && { system }) })),
        numeric('Fastest (ms)', ({ low }) => numberCell(low, decimals)),
        numeric('Slowest (ms)', ({ high }) => numberCell(high, decimals)),
        worded('Each run (ms)', (row) =>
          row.points.length === 0 ? { text: 'not printed', muted: true } : eachRun(row),
        ),
        numeric('Slowest ÷ fastest', ({ low, high }) => formatRatio(high / low), {
          mark: 'derived',
        }),
      ],
    },
  });
}

/** `24.43–33.61 ms`, with as many decimals as the totals have. */
const rangeMs = (low: number, high: number): string =>
  formatMsRange(low, high, decimalsOf([low, high]));

function spreadOfRuns(page: ViewPage): Spread[] {
  const labels = recordLabels(page.quoted.filter(({ results }) => results.length > 0));
  const known = resultsOf(page).filter(({ result }) => result.totalMs !== undefined);
  const tests = Map.groupBy(known, ({ workload, arm }) => JSON.stringify([workload.id, arm.id]));
  return [...tests.values()].flatMap((members): Spread[] => {
    const [first] = members;
    if (first === undefined || members.length < 2) return [];
    const totals = members.map(({ result }) => result.totalMs ?? Number.NaN);
    const [low, high] = [Math.min(...totals), Math.max(...totals)];
    return [
      {
        ...{ group: first.workload.label, label: first.arm.label, system: first.arm.system },
        ...{ low, high, points: totals, text: rangeMs(low, high) },
        names: members.map(({ run }) => labels.get(run.id) ?? ''),
      },
    ];
  });
}

function spreadOfFigures(page: ViewPage): Spread[] {
  const { study } = page;
  return figuresUnder(page, 'spread.').map(({ name, figure }): Spread => {
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
    const { low, high } = endsOf(figure);
    const row = { group: workload.label, low, high, text: rangeMs(low, high) };
    if (arm === undefined) return { ...row, label: 'All systems together', points: [], names: [] };
    // The run that the record keeps in full stands among the others, where there is one.
    const kept = resultsOf(page).filter(
      (each) => each.workload === workload && each.arm.system === arm.system,
    );
    return {
      ...{ ...row, label: page.names(arm.id, 'quoted').label, system: arm.system },
      points: kept.flatMap(({ result }) => result.totalMs ?? []),
      names: kept.map(() => 'recorded'),
    };
  });
}
