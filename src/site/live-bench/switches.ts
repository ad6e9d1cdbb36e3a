/** The switches over a study's answers, and the sentences that compare a run with the published result. */
import { part } from '../islands/dom.ts';
import { agreementOf, classBeside, isSamePlace } from '../../results/agreement.ts';
import { countOf, formatNumber, formatPercent, formatRatio } from '../../results/numbers/format.ts';
import { formatInterval } from '../../results/numbers/quantity.ts';
import { differencesBetween } from '../../results/conditions.ts';
import { clientName, distanceName } from '../../results/names.ts';
import { ratioBetween } from '../../results/pairs.ts';
import type { Ratio, Row } from '../../results/result.ts';
import type { SharedResult } from '../../results/share/form.ts';
import { roundsWithin } from './estimate.ts';
import type { LiveConfig, Panel, Shown, SizedWorkload } from './panel.ts';
import { labAddress } from './query.ts';
import { type RunModule, View } from './view.ts';

/** The switches over a study's answers: a run measures the operation and the libraries that they show. */
export class Switches extends View {
  readonly #columns: Shown;
  /** The tables as the page came with them. */
  readonly #published = new Map<Element, string>();

  constructor(root: HTMLElement, config: LiveConfig) {
    super(root, config);
    const { libraries, more } = config;
    this.#columns = {
      library: (arm) => libraries[arm] ?? { label: arm, system: arm },
      more: more.map(({ cells, ...column }) => ({ ...column, of: (arm) => cells[arm] ?? '' })),
    };
  }

  #input(name: string, selector: string): HTMLInputElement | null {
    return this.root.querySelector(`input[name="${this.config.study}-${name}"]${selector}`);
  }

  get #panel(): Panel {
    const names = ['operation', 'client', 'distance'];
    const key = names.map((name) => this.#input(name, ':checked')?.value).join(' ');
    const found = this.config.panels.find((panel) => panel.key === key);
    if (found !== undefined) return found;
    throw new TypeError(`switches: got "${key}", expected a panel`);
  }

  get #workload(): SizedWorkload | undefined {
    return this.config.workloads.find(({ id }) => id === this.#panel.workload);
  }

  /** True of an arm that can do the operation here. */
  #runs(arm: string): boolean {
    return this.config.arms.includes(arm) && this.#workload?.lackedBy.includes(arm) === false;
  }

  get #shown(): string[] {
    return this.#panel.groups.flatMap(({ arms }) => arms);
  }

  get request() {
    const arms = this.#shown.filter((arm) => this.#runs(arm));
    const workloads = [this.#panel.workload];
    const { length } = this.size.choice;
    return { options: this.withSubjects({ length, arms, workloads }), origin: this.ownBench };
  }

  get problem(): string | undefined {
    const { caption, operation, groups } = this.#panel;
    if (groups.length === 0) return `${caption} was not measured: choose another distance.`;
    return this.#workload === undefined ? `${operation} cannot be run from a browser.` : undefined;
  }

  get size() {
    const { rounds, budgetMs, always } = this.config;
    const size = this.#workload;
    const network = this.networkTo(this.ownBench);
    const taking = new Set([...this.#shown, ...always].filter((arm) => this.#runs(arm)));
    const of = { arms: taking.size, workloads: size ? [size] : [], budgetMs };
    const length =
      rounds === undefined
        ? undefined
        : ({ rule: 'fixed', rounds: roundsWithin(of, network, rounds) } as const);
    return { choice: { ...of, length }, network };
  }

  get title(): string {
    return this.#panel.operation;
  }

  get page(): string {
    return `/studies/${this.config.study}/`;
  }

  open({ rows, plan, environment }: SharedResult): void {
    const roundTripMs = environment.network?.roundTripMs ?? 0;
    const client = rows[0]?.client;
    const known = this.config.panels.filter(({ workload }) => plan.workloads.includes(workload));
    const found =
      known.find((panel) => panel.client === client && panel.roundTripMs === roundTripMs) ??
      known[0];
    if (found === undefined) {
      throw new RangeError('its operations have no published result: open it under /result/');
    }
    const values = { operation: found.workload, distance: found.roundTripMs, client: found.client };
    for (const [name, value] of Object.entries(values)) {
      const input = this.#input(name, `[value="${value}"]`);
      if (input) input.checked = true;
    }
  }

  show(module: RunModule, result: SharedResult | undefined, running: boolean): void {
    const panel = this.#panel;
    const place = this.root.querySelector(`[data-panel="${panel.key}"] [data-part="table"]`);
    if (place === null) return;
    const published = this.#published.get(place) ?? place.innerHTML;
    this.#published.set(place, published);
    const rows = (result?.rows ?? []).filter(({ workload }) => workload === panel.workload);
    const isOf = result === undefined ? running : rows.length > 0;
    if (!isOf) {
      place.innerHTML = published;
      return;
    }
    const asked = new Set(result?.plan.arms ?? this.request.options.arms);
    const absent = (arm: string): string => {
      if (rows.find((row) => row.arm === arm)?.cannot !== undefined) return 'cannot';
      if (asked.has(arm)) return running ? '…' : 'nothing counted';
      return this.#runs(arm) ? 'not run' : 'not here';
    };
    const table = module.panelTable(panel, this.#columns, {
      rows,
      absent,
      label: 'Yours',
      note: 'from here',
      isElsewhere: false,
    });
    place.innerHTML = module.toHtml(table, { hideCaption: true, className: 'rt-with-yours' });
  }

  summary({ rows, plan, end }: SharedResult): string {
    const panel = this.#panel;
    const own = rows.filter(({ workload }) => workload === panel.workload);
    if (!plan.workloads.includes(panel.workload)) {
      const known = this.config.workloads.filter(({ id }) => plan.workloads.includes(id));
      return `Your result is of another operation: ${known.map(({ label }) => label).join(', ')}.`;
    }
    return agreementText(panel, own, this.#columns.library, end === 'complete', plan.reference);
  }

  limits(result: SharedResult | undefined): string {
    const asked = result?.plan.arms ?? this.request.options.arms;
    const absent = this.#shown.filter(
      (arm) => !asked.includes(arm) && !this.config.arms.includes(arm),
    );
    return limitsText(
      this.#panel,
      absent.map((arm) => this.#columns.library(arm).label),
    );
  }

  runLabel(again: boolean): string {
    const { arms, workloads } = this.request.options;
    const address = labAddress({ study: this.config.study, arms, workloads });
    part(this.root, 'plan', HTMLAnchorElement).href = address;
    return again ? 'Run again' : 'Run this from your browser';
  }
}

/** An arm that both results compare with the plain way of its group, under equal conditions. */
interface Pairing {
  arm: string;
  plain: string;
  published: Ratio;
  yours: Ratio;
}

function pairingsOf(panel: Panel, own: readonly Row[], isWhole: boolean): Pairing[] {
  const ratioIn = (all: readonly Row[], arm: string, plain: string): Ratio | undefined => {
    const row = all.find((each) => each.arm === arm);
    const to = all.find((each) => each.arm === plain);
    const isEqual = row && to && differencesBetween(row, to).length === 0;
    return isEqual ? ratioBetween(row, to) : undefined;
  };
  return panel.groups.flatMap(({ arms, plain }) =>
    arms.flatMap((arm): Pairing[] => {
      const published = ratioIn(panel.rows, arm, plain);
      const yours = ratioIn(own, arm, plain);
      // A run that was stopped says nothing where it has no interval.
      const says = yours !== undefined && (isWhole || yours.low !== undefined);
      return published && says ? [{ arm, plain, published, yours }] : [];
    }),
  );
}

/**
 * The sentence over the table. Figures are set against figures only where both were measured at the same kind of
 * place; anywhere else each row has its class beside the published one.
 *
 * @param own rows of the reader's run, of the panel's operation
 * @param isWhole false of a run that was stopped
 * @param leading arm that the last sentence is about, if both results have it
 */
export function agreementText(
  panel: Panel,
  own: readonly Row[],
  library: (arm: string) => { label: string },
  isWhole: boolean,
  leading?: string,
): string {
  const pairings = pairingsOf(panel, own, isWhole);
  const first = pairings.find(({ arm }) => arm === leading) ?? pairings[0];
  const [row, published] = [own[0], panel.rows[0]];
  if (first === undefined || row === undefined || published === undefined) {
    if (own.some(({ conditions }) => conditions)) {
      return 'The configurations of your run had different conditions, so they cannot be compared.';
    }
    return own.some(({ time }) => time) && isWhole
      ? 'Your result has no library that the published one compares, so they cannot be compared.'
      : 'Your run ended before four sessions were done, so there is nothing to compare yet.';
  }
  const named = pairings.map((each) => ({ ...each, label: library(each.arm).label }));
  if (!isSamePlace(row, published)) {
    const found = named.map(
      ({ label, ...each }) => `${label}: ${classBeside(each.yours.class, each.published.class)}`,
    );
    return `Your run is from another place than the published result, so only the comparisons can be set side by side. ${found.join('; ')}.`;
  }
  return [...agreementSentences(named), takesSentence(first, library)].join(' ');
}

function agreementSentences(named: ReadonlyArray<Pairing & { label: string }>): string[] {
  const found = named.map(({ label, yours, published }) => {
    return { label, agreement: agreementOf(yours, published, named.length) };
  });
  const same = found.filter(({ agreement }) => agreement?.kind === 'same').length;
  const differing = found.flatMap(({ label, agreement }) => {
    if (agreement?.kind !== 'differs') return [];
    const ends = [agreement.low, agreement.high].map((each) => formatNumber(each, 2)).join('–');
    return [`${label}: this ratio is ${ends} times ours`];
  });
  const noisy = found.flatMap(({ agreement }) =>
    agreement?.kind === 'noisy' ? [agreement.least] : [],
  );
  return [
    `Same within 10 % as published: ${same} of ${countOf(found.length, 'row')}.`,
    ...(differing.length > 0 ? [`${differing.join('; ')}.`] : []),
    ...(noisy.length > 0
      ? [
          `Too noisy to tell: ${noisy.length}; a difference under ${formatPercent(Math.max(...noisy))} would not show.`,
        ]
      : []),
  ];
}

/** How long the leading arm takes here, and as published. */
function takesSentence(
  { arm, plain, published, yours }: Pairing,
  library: (arm: string) => { label: string },
): string {
  const ends = formatInterval(yours);
  const interval = ends === '' ? '' : ` (95 % CI ${ends})`;
  // Of its configuration the heading of its group says enough: `Plain WebSocket, in memory`.
  const [name = ''] = library(plain)
    .label.replace(/^Plain/, 'a plain')
    .split(',');
  const takes = `${library(arm).label} takes ${formatRatio(yours.value)} ${name}’s time from here${interval}`;
  return `${takes}; published: ${formatRatio(published.value)}.`;
}

/** Gaps of the comparison: libraries that cannot run here, and another client or distance. */
export function limitsText(panel: Panel, notHere: readonly string[]): string {
  const { client, roundTripMs } = panel;
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(notHere);
  const absent =
    notHere.length === 0
      ? []
      : [`Not installed on this server, so not run: ${names}. This refutes no published result.`];
  const isElsewhere = client !== 'browser' || roundTripMs > 0;
  const place = isElsewhere
    ? [
        `The published result is from ${clientName(client)}, ${distanceName({ roundTripMs })}; yours is from this browser.`,
      ]
    : [];
  return [...absent, ...place].join(' ');
}
