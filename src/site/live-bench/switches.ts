/** The switches over a study's answers, and the sentences that compare a run with the published result. */
import { part } from '../islands/dom.ts';
import { formatRatio } from '../../results/numbers/format.ts';
import {
  formatInterval,
  formatWithInterval,
  type Quantity,
} from '../../results/numbers/quantity.ts';
import { differencesBetween } from '../../results/conditions.ts';
import { clientName, distanceName } from '../../results/names.ts';
import { comparedTime } from '../../results/pairs.ts';
import type { Row } from '../../results/result.ts';
import type { ReducedResult } from '../../results/share/form.ts';
import { type Choice, roundsWithin } from './estimate.ts';
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

  /** The input of a switch that a selector fits. */
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
    const length: Choice['length'] =
      rounds === undefined
        ? { rule: 'until-decided' }
        : { rule: 'fixed', rounds: roundsWithin(of, network, rounds) };
    return { choice: { ...of, length }, network };
  }

  get title(): string {
    return this.#panel.operation;
  }

  get page(): string {
    return `/studies/${this.config.study}/`;
  }

  open({ rows, plan, environment }: ReducedResult): void {
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

  show(module: RunModule, result: ReducedResult | undefined, running: boolean): void {
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
    const table = module.panelTable(panel, this.#columns, { rows, absent });
    place.innerHTML = module.toHtml(table, { hideCaption: true, className: 'rt-with-yours' });
  }

  summary({ rows, plan }: ReducedResult): string {
    const panel = this.#panel;
    const own = rows.filter(({ workload }) => workload === panel.workload);
    if (!plan.workloads.includes(panel.workload)) {
      const known = this.config.workloads.filter(({ id }) => plan.workloads.includes(id));
      return `Your result is of another operation: ${known.map(({ label }) => label).join(', ')}.`;
    }
    return agreementText(panel, own, this.#columns.library, plan.reference);
  }

  limits(result: ReducedResult | undefined): string {
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

/** Part by which two ratios may differ and still agree, as far as a reader’s choice goes. */
const MARGIN = 0.05;

/** An arm that both results compare with the plain way of its group, under equal conditions. */
interface Pairing {
  arm: string;
  plain: string;
  published: Quantity;
  yours: Quantity;
}

function pairingsOf(panel: Panel, own: readonly Row[]): Pairing[] {
  const ratioIn = (all: readonly Row[], arm: string, plain: string): Quantity | undefined => {
    const row = all.find((each) => each.arm === arm);
    const reference = all.find((each) => each.arm === plain);
    if (row === undefined || differencesBetween(row, reference).length > 0) return undefined;
    return comparedTime(row, reference).ratio;
  };
  return panel.groups.flatMap(({ arms, plain }) =>
    arms.flatMap((arm): Pairing[] => {
      const published = ratioIn(panel.rows, arm, plain);
      const yours = ratioIn(own, arm, plain);
      return published && yours ? [{ arm, plain, published, yours }] : [];
    }),
  );
}

/**
 * A ratio of several runs agrees with yours if your interval reaches into that of the next run. A ratio of a single
 * run agrees if the two intervals overlap, or if the ratios differ by 5 % at most.
 */
export function agree(published: Quantity, yours: Quantity): boolean {
  const { next } = published;
  const { low: from = published.value, high: to = published.value } = next ?? published;
  const { low = yours.value, high = yours.value } = yours;
  if (low <= to && from <= high) return true;
  const apart = Math.abs(Math.log(published.value / yours.value));
  return next === undefined && apart <= Math.log(1 + MARGIN);
}

/**
 * The sentence over the table.
 *
 * @param own rows of the reader's run, of the panel's operation
 * @param leading arm that the second sentence is about, if both results have it
 */
export function agreementText(
  panel: Panel,
  own: readonly Row[],
  library: (arm: string) => { label: string },
  leading?: string,
): string {
  const pairings = pairingsOf(panel, own);
  const first = pairings.find(({ arm }) => arm === leading) ?? pairings[0];
  if (first === undefined) {
    if (own.some(({ conditions }) => conditions)) {
      return 'The configurations of your run had different conditions, so they cannot be compared.';
    }
    return own.some(({ time }) => time)
      ? 'Your result has no library that the published one compares, so they cannot be compared.'
      : 'Your run ended before four sessions were done, so there is nothing to compare yet.';
  }
  const agreeing = pairings.filter(({ published, yours }) => agree(published, yours)).length;
  const { arm, plain, published, yours } = first;
  const ends = formatInterval(yours);
  const interval = ends === '' ? '' : ` (95 % CI ${ends})`;
  // Of its configuration the heading of its group says enough: `Plain WebSocket, in memory`.
  const [name = ''] = library(plain)
    .label.replace(/^Plain/, 'a plain')
    .split(',');
  const takes = `${library(arm).label} takes ${formatRatio(yours.value)} ${name}’s time from here${interval}`;
  const count = `in ${agreeing} of ${pairings.length} rows`;
  if (published.next === undefined) {
    return `Your result agrees with the published one ${count}. ${takes}; published: ${formatRatio(published.value)}.`;
  }
  const found = agree(published, yours) ? 'as expected' : 'outside: your machine differs';
  return `Your result is as expected ${count}. ${takes}; published: ${formatWithInterval(published)}. That is ${found}.`;
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
