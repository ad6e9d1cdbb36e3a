import type { ReducedResult } from '../share/form.ts';
import { part } from '../islands/dom.ts';
import { agreementText, limitsText } from './agreement.ts';
import { type Choice, roundsWithin } from './estimate.ts';
import type { LiveConfig, Panel, SizedWorkload } from './panel.ts';
import { planAddress, labAddress } from './query.ts';
import { ownBenchOf, paceTo, type RunModule, type View } from './view.ts';

/** The switches over a study's answers: a run measures the operation and the libraries that they show. */
export class Switches implements View {
  readonly #root: HTMLElement;
  readonly #config: LiveConfig;
  /** The tables as the page came with them. */
  readonly #published = new Map<Element, string>();

  constructor(root: HTMLElement, config: LiveConfig) {
    this.#root = root;
    this.#config = config;
  }

  get #panel(): Panel {
    const { study, panels } = this.#config;
    const chosen = (name: string): string | undefined =>
      this.#root.querySelector<HTMLInputElement>(`input[name="${study}-${name}"]:checked`)?.value;
    const [operation, distance, client] = ['operation', 'distance', 'client'].map(chosen);
    const found = panels.find(
      (panel) =>
        panel.workload === operation &&
        String(panel.roundTripMs) === distance &&
        panel.client === client,
    );
    if (found !== undefined) return found;
    throw new TypeError(`switches: got ${operation}, ${distance}, ${client}, expected a panel`);
  }

  get #workload(): SizedWorkload | undefined {
    return this.#config.workloads.find(({ id }) => id === this.#panel.workload);
  }

  /** Whether an arm can do the operation here. */
  #runs(arm: string): boolean {
    const { arms } = this.#config;
    return arms.includes(arm) && this.#workload?.lackedBy.includes(arm) === false;
  }

  get #shown(): string[] {
    return this.#panel.groups.flatMap(({ arms }) => arms);
  }

  get request() {
    const { workload } = this.#panel;
    const arms = this.#shown.filter((arm) => this.#runs(arm));
    const own = this.#config.subjects.some((arm) => arms.includes(arm));
    const others = arms.filter((arm) => !this.#config.always.includes(arm));
    return {
      options: {
        ...{ length: this.size.choice.length, arms, workloads: [workload] },
        ...(!own && others.length > 0 && { subjects: others }),
      },
      seed: undefined,
      origin: this.ownBench,
    };
  }

  get problem(): string | undefined {
    const { caption, operation, groups } = this.#panel;
    if (groups.length === 0) return `${caption} was not measured: choose another distance.`;
    return this.#workload === undefined ? `${operation} cannot be run from a browser.` : undefined;
  }

  get size() {
    const { rounds, budgetMs, inPage, always } = this.#config;
    const size = this.#workload;
    const pace = paceTo(this.ownBench, inPage === true);
    const taking = new Set([...this.#shown, ...always].filter((arm) => this.#runs(arm)));
    const of = { arms: taking.size, workloads: size ? [size] : [], budgetMs };
    const length: Choice['length'] =
      rounds === undefined
        ? { rule: 'until-decided' }
        : { rule: 'fixed', rounds: roundsWithin(of, pace, rounds) };
    return { choice: { ...of, length }, pace };
  }

  get ownBench(): string {
    return ownBenchOf(this.#config);
  }

  get title(): string {
    return this.#panel.operation;
  }

  get page(): string {
    return `/studies/${this.#config.study}/`;
  }

  open({ rows, plan, environment }: ReducedResult): void {
    const { study, panels } = this.#config;
    const roundTripMs = environment.network?.roundTripMs ?? 0;
    const client = rows[0]?.client;
    const known = panels.filter(({ workload }) => plan.workloads.includes(workload));
    const found =
      known.find((panel) => panel.client === client && panel.roundTripMs === roundTripMs) ??
      known[0];
    if (found === undefined) {
      throw new RangeError('its operations have no published result: open it under /result/');
    }
    const values = { operation: found.workload, distance: found.roundTripMs, client: found.client };
    for (const [name, value] of Object.entries(values)) {
      const input = this.#root.querySelector<HTMLInputElement>(
        `input[name="${study}-${name}"][value="${value}"]`,
      );
      if (input) input.checked = true;
    }
  }

  show(module: RunModule | undefined, result: ReducedResult | undefined, running: boolean): void {
    const panel = this.#panel;
    const place = this.#root
      .querySelector(`[data-panel="${panel.key}"]`)
      ?.querySelector('[data-part="table"]');
    if (!place || module === undefined) return;
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
    const table = module.panelTable(panel, this.#library, { rows, absent });
    place.innerHTML = module.toHtml(table, { hideCaption: true, className: 'rt-with-yours' });
  }

  readonly #library = (arm: string) => this.#config.libraries[arm] ?? { label: arm, system: arm };

  summary({ rows, plan }: ReducedResult): string {
    const panel = this.#panel;
    const own = rows.filter(({ workload }) => workload === panel.workload);
    if (!plan.workloads.includes(panel.workload)) {
      const known = this.#config.workloads.filter(({ id }) => plan.workloads.includes(id));
      return `Your result is of another operation: ${known.map(({ label }) => label).join(', ')}.`;
    }
    return agreementText(panel, own, this.#library, plan.reference);
  }

  limits(result: ReducedResult | undefined): string {
    const asked = result?.plan.arms ?? this.request.options.arms;
    const absent = this.#shown.filter(
      (arm) => !asked.includes(arm) && !this.#config.arms.includes(arm),
    );
    return limitsText(
      this.#panel,
      absent.map((arm) => this.#library(arm).label),
    );
  }

  planLink(result: ReducedResult): string {
    const [, ownReference] = this.#config.always;
    return planAddress(result, { ownOrigin: this.ownBench, ownReference });
  }

  runLabel(again: boolean): string {
    const { study } = this.#config;
    const { arms, workloads } = this.request.options;
    part(this.#root, 'plan', HTMLAnchorElement).href = labAddress({ study, arms, workloads });
    return again ? 'Run again' : 'Run this from your browser';
  }
}
