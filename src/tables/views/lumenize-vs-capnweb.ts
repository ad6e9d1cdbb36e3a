/** Views of that study’s sources: networks, the parts of a round trip, and the spread over runs. */
import { amounts, type AmountRow } from '../../figures/amounts.ts';
import {
  decimalsOf,
  formatMs,
  formatPercent,
  formatRatio,
  NONE,
  THIN,
} from '../../figures/format.ts';
import { spread as spreadFigure, type SpreadRow } from '../../figures/ranges.ts';
import { stages as stagesFigure, type Stage } from '../../figures/stages.ts';
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
  const stages = steps.map(({ figure: { label, value = Number.NaN, approximate } }) => ({
    ...{ label, ms: value, decimals },
    ...(approximate && { approximate }),
  }));
  const left = roundTripMs - stages.reduce((sum, { ms }) => sum + ms, 0);
  const printed = figureOf(page, 'remaining', 'ms')?.value;
  const isPrinted = printed !== undefined && printed.toFixed(decimals) === left.toFixed(decimals);
  const rest: Stage = { label: 'Everything else', ms: left, decimals, approximate: true };
  const { arm, workload, result } = whole;
  const roundTrip: Stage = {
    ...{ label: 'The whole round trip', ms: roundTripMs, decimals: decimalsOf([roundTripMs]) },
    ...(result.approximate && { approximate: true }),
  };
  return quotedView(page, [...stages, rest, roundTrip], {
    ...{ name: 'stages', title: 'Parts of the round trip', marks: ['quoted', 'derived'] },
    needs: `steps that take no more than the round trip, ${roundTripMs} ms,`,
    isEnough: left >= 0,
    figure: (width) =>
      stagesFigure({
        ...{ system: arm.system, name: arm.label, workload: workload.label },
        ...{ roundTrip, stages, rest, width },
      }),
    table: {
      caption: `Parts of one operation’s round trip, ${arm.label}`,
      columns: [
        worded('Part', ({ label }) => label),
        numeric('Time (ms)', (stage) => ({
          ...numberCell(stage.ms, stage.decimals ?? decimals, stage.approximate),
          ...(stage === rest && !isPrinted && { mark: 'derived' }),
        })),
        numeric('Part of the round trip', ({ ms }) => formatPercent(ms / roundTripMs, 1), {
          mark: 'derived',
        }),
      ],
    },
  });
}

/** A row with the names of the runs that its totals are of. */
interface Spread extends SpreadRow {
  names: string[];
}

/**
 * From the totals of several records where an entry has one for each run; from figures named
 * `spread.<system or arm>.<workload>` or `spread.<workload>` where the source prints ends alone.
 */
export function spreadView(page: ViewPage): View {
  const rows = [...spreadOfRuns(page), ...spreadOfFigures(page)];
  const decimals = decimalsOf(rows.flatMap(({ low, high }) => [low, high]));
  const eachRun = ({ totals, names }: Spread): string =>
    totals
      .map((total, at) => [names[at], total.toFixed(decimals)].filter(Boolean).join(': '))
      .join(', ');
  return quotedView(page, rows, {
    ...{ name: 'spread', title: 'Spread over the runs' },
    needs: 'results of several records, or figures spread.<workload> in ms',
    figure: (width) => spreadFigure({ rows, width }),
    table: {
      caption: 'Totals of the runs',
      headingOf: ({ workload }) => workload,
      columns: [
        worded('System', ({ label, system }) => ({ text: label, ...(system && { system }) })),
        numeric('Fastest (ms)', ({ low }) => numberCell(low, decimals)),
        numeric('Slowest (ms)', ({ high }) => numberCell(high, decimals)),
        worded('Each run (ms)', (row) =>
          row.totals.length === 0 ? { text: 'not printed', muted: true } : eachRun(row),
        ),
        numeric('Slowest ÷ fastest', ({ low, high }) => formatRatio(high / low), {
          mark: 'derived',
        }),
      ],
    },
  });
}

function spreadOfRuns(page: ViewPage): Spread[] {
  const labels = recordLabels(page.quoted.filter(({ results }) => results.length > 0));
  const known = resultsOf(page).filter(({ result }) => result.totalMs !== undefined);
  const tests = Map.groupBy(known, ({ workload, arm }) => JSON.stringify([workload.id, arm.id]));
  return [...tests.values()].flatMap((members): Spread[] => {
    const [first] = members;
    if (first === undefined || members.length < 2) return [];
    const totals = members.map(({ result }) => result.totalMs ?? Number.NaN);
    return [
      {
        ...{ workload: first.workload.label, label: first.arm.label, system: first.arm.system },
        ...{ low: Math.min(...totals), high: Math.max(...totals), totals },
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
    const row = { workload: workload.label, ...endsOf(figure) };
    if (arm === undefined) return { ...row, label: 'All systems together', totals: [], names: [] };
    // The run that the record keeps in full stands among the others, where there is one.
    const kept = resultsOf(page).filter(
      (each) => each.workload === workload && each.arm.system === arm.system,
    );
    return {
      ...{ ...row, label: page.names(arm.id, 'quoted').label, system: arm.system },
      totals: kept.flatMap(({ result }) => result.totalMs ?? []),
      names: kept.map(() => 'recorded'),
    };
  });
}
