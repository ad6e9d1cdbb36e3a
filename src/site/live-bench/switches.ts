/** The switches over a study's answers. */
import { NONE } from '../../results/numbers/format.ts';
import type { SharedResult } from '../../results/share/form.ts';
import { isSamePlace } from '../../results/pairs.ts';
import type { Yours } from '../../results/tables/library-table.ts';
import { AddressFields, choose, chosenIn } from '../islands/choices.ts';
import { fetchTable, fill, part } from '../islands/dom.ts';
import { sizeOfRows } from './estimate.ts';
import type { LiveConfig, Panel, Shown, ShownPanel, SizedWorkload } from './panel.ts';
import { commandOf, panelKey } from './query.ts';
import { ownRatio, runSentence } from './sentences.ts';
import { type RunModule, type RunShown, View } from './view.ts';

const fields = ['operation', 'distance', 'from'] as const;

/** A run measures the operation and the libraries that the switches show. */
export class Switches extends View {
  readonly #columns: Shown;
  readonly #table: HTMLElement;
  /** The panel on the page, with its table as it was published. */
  #shown: ShownPanel;
  readonly #address: AddressFields<(typeof fields)[number]>;

  constructor(root: HTMLElement, config: LiveConfig) {
    super(root, config);
    const { libraries, more, panel } = config;
    if (panel === undefined) throw new TypeError('live-bench: got no panel, expected one');
    this.#columns = {
      library: (arm) => libraries[arm] ?? { label: arm, system: arm },
      more: more.map(({ cells, ...column }) => ({ ...column, of: ({ arm }) => cells[arm] ?? '' })),
    };
    this.#table = part(root, 'table', HTMLElement);
    this.#shown = { panel, table: this.#table.innerHTML };
    this.#address = new AddressFields(root, fields);
  }

  #choose(chosen: Partial<Record<(typeof fields)[number], string | number>>): void {
    for (const [field, value] of Object.entries(chosen)) choose(this.root, field, [String(value)]);
  }

  /** Key of the panel that is chosen. */
  get #chosenKey(): string {
    const [operation = '', distance = '', from = ''] = fields.flatMap((field) =>
      chosenIn(this.root, field),
    );
    return panelKey(operation, distance, from);
  }

  get #panel(): Panel {
    return this.#shown.panel;
  }

  /** Fetches the panel that is chosen, unless another is by the time that it is here. */
  override async follow(): Promise<void> {
    this.#leaveUnmeasured();
    const key = this.#chosenKey;
    if (key !== this.#panel.key) {
      const shown = await fetchTable<ShownPanel>(`${this.config.folder}${key}.json`);
      if (key !== this.#chosenKey) return;
      this.#shown = shown;
      this.#table.innerHTML = shown.table;
      fill(this.root, { headline: shown.panel.headline ?? shown.panel.caption });
      const command = this.root.querySelector('[data-part="command-text"]');
      if (command) command.textContent = commandOf(this.config.study, shown.panel.workload);
    }
    this.#address.keep();
  }

  /** An operation that was not measured from here is shown from where it was. */
  #leaveUnmeasured(): void {
    const [operation = ''] = chosenIn(this.root, 'operation');
    const { measured } = this.config;
    if (operation === this.#panel.workload || measured.includes(this.#chosenKey)) return;
    const other = measured.find((key) => key.startsWith(`${operation}.`));
    const [, distance, from] = other?.split('.') ?? [];
    if (distance !== undefined && from !== undefined) this.#choose({ distance, from });
  }

  get #workload(): SizedWorkload | undefined {
    return this.config.workloads.find(({ id }) => id === this.#panel.workload);
  }

  /** True of an arm that can do the operation here. */
  #runs(arm: string): boolean {
    return this.config.arms.includes(arm) && this.#workload?.lackedBy.includes(arm) === false;
  }

  get #arms(): string[] {
    return this.#panel.groups.flatMap(({ arms }) => arms);
  }

  get request() {
    const arms = this.#arms.filter((arm) => this.#runs(arm));
    const workloads = [this.#panel.workload];
    const { length } = this.size.choice;
    return { options: this.withSubjects({ length, arms, workloads }), origin: this.ownBench };
  }

  protected override get problem(): string | undefined {
    const { caption, operation, groups } = this.#panel;
    if (groups.length === 0) return `${caption} was not measured: choose another round trip.`;
    return this.#workload === undefined ? `${operation} cannot be run from a browser.` : undefined;
  }

  get size() {
    const taking = [...new Set([...this.#arms, ...this.config.always])].filter((arm) =>
      this.#runs(arm),
    );
    const size = this.#workload;
    const workloads = size ? [sizeOfRows(size, this.#panel.rows, taking)] : [];
    return this.sizeOfRun({ arms: taking.length, workloads });
  }

  protected override get published(): string {
    return this.#panel.published ?? '';
  }

  get title(): string {
    return this.#panel.operation;
  }

  get page(): string {
    return `/studies/${this.config.study}/`;
  }

  async open({ rows, plan, environment }: SharedResult): Promise<void> {
    const [workload] = plan.workloads;
    const offered = `[name="operation"] [value="${workload}"], [name="operation"][value="${workload}"]`;
    if (this.root.querySelector(offered) === null) {
      throw new RangeError('its operations have no published result: open it under /result/');
    }
    this.#choose({
      operation: workload,
      distance: environment.network?.roundTripMs ?? 0,
      from: rows[0]?.client,
    });
    await this.follow();
  }

  show(module: RunModule, run: RunShown | undefined): void {
    const { panel, table } = this.#shown;
    const rows = (run?.result?.rows ?? []).filter(({ workload }) => workload === panel.workload);
    const isOf = run?.result === undefined ? run?.whose === 'running' : rows.length > 0;
    const html =
      isOf && run ? module.showPanel(panel, this.#columns, this.#yours(rows, run)).table : table;
    if (this.#table.innerHTML !== html) this.#table.innerHTML = html;
    this.#showInStrip(rows);
  }

  /** The strip of a study has the ratio of its question. */
  #showInStrip(rows: Yours['rows']): void {
    if (this.root.querySelector('.rt-strip [data-slot="you"]') === null) return;
    const found = ownRatio(this.#panel, { rows, pair: this.config.pair });
    fill(this.root, {
      you: found?.ratio ?? NONE,
      'you-interval': found?.interval ?? '',
      'you-note': found ? `${this.#panel.operation}. ${found.note}` : 'Run it below.',
    });
  }

  #yours(rows: Yours['rows'], { result, whose }: RunShown): Yours {
    const asked = new Set(result?.plan.arms ?? this.request.options.arms);
    const [row] = rows;
    const [published] = this.#panel.rows;
    return {
      rows,
      label: whose === 'shared' ? 'Shared' : 'Yours',
      note: whose === 'running' ? 'so far' : whose === 'shared' ? 'somebody’s run' : 'from here',
      isElsewhere: row !== undefined && published !== undefined && !isSamePlace(row, published),
      absent: (arm) => {
        if (rows.find((each) => each.arm === arm)?.cannot !== undefined) return 'cannot';
        if (asked.has(arm)) return whose === 'running' ? '…' : NONE;
        return this.#runs(arm) ? 'not run' : 'not here';
      },
    };
  }

  summary({ rows, plan, end }: SharedResult): string {
    const panel = this.#panel;
    if (!plan.workloads.includes(panel.workload)) {
      const known = this.config.workloads.filter(({ id }) => plan.workloads.includes(id));
      return `It is of another operation: ${known.map(({ label }) => label).join(', ')}.`;
    }
    const own = rows.filter(({ workload }) => workload === panel.workload);
    const run = { rows: own, isWhole: end === 'complete', pair: this.config.pair };
    return runSentence(panel, run, this.#columns.library);
  }
}
