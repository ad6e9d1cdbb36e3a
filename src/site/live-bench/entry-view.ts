/** The operations of an entry: a run measures all of them, with the entry’s two libraries. */
import { agreementOf, isSamePlace } from '../../results/pairs.ts';
import { clientName } from '../../results/names.ts';
import { countOf, NONE } from '../../results/numbers/format.ts';
import { formatQuantity, formatWithInterval } from '../../results/numbers/quantity.ts';
import type { Ratio } from '../../results/result.ts';
import type { SharedResult } from '../../results/share/form.ts';
import type { OwnRatios } from '../../results/tables/compared.ts';
import { part } from '../islands/dom.ts';
import type { ComparedRun, LiveConfig } from './panel.ts';
import { classesSentence, countSentence, equalRatio, ownNote } from './sentences.ts';
import { type RunModule, type RunShown, View } from './view.ts';

export class EntryView extends View {
  readonly #compared: ComparedRun;
  readonly #table: HTMLElement;
  /** The table as the page came with it. */
  readonly #published: string;

  constructor(root: HTMLElement, config: LiveConfig, compared: ComparedRun) {
    super(root, config);
    this.#compared = compared;
    this.#table = part(root, 'table', HTMLElement);
    this.#published = this.#table.innerHTML;
  }

  get #workloads(): string[] {
    return this.#compared.operations.map(({ workload }) => workload);
  }

  get request() {
    const { of, to } = this.#compared.arms;
    const { length } = this.size.choice;
    const options = { length, arms: [of, to], workloads: this.#workloads };
    return { options: this.withSubjects(options), origin: this.ownBench };
  }

  protected get size() {
    const { of, to } = this.#compared.arms;
    const { workloads, always } = this.config;
    return this.sizeOfRun({
      arms: new Set([of, to, ...always]).size,
      workloads: workloads.filter(({ id }) => this.#workloads.includes(id)),
    });
  }

  protected override get instead(): string {
    const { standIn, of } = this.#compared;
    return standIn ? `This server lacks ${of}, so a run measures our reimplementation.` : '';
  }

  protected override get published(): string {
    return this.#compared.published;
  }

  get title(): string {
    return this.#compared.operations.map(({ label }) => label).join(', ');
  }

  get page(): string {
    return location.pathname;
  }

  open({ plan }: SharedResult): Promise<void> {
    if (this.#workloads.some((each) => plan.workloads.includes(each))) return Promise.resolve();
    throw new RangeError('it has none of the operations of this entry: open it under /result/');
  }

  show(module: RunModule, run: RunShown | undefined): void {
    const html = run ? module.showCompared(this.#compared, this.#yours(run)) : this.#published;
    if (this.#table.innerHTML !== html) this.#table.innerHTML = html;
    // The claims that the run tests stand elsewhere on the page.
    for (const cell of document.querySelectorAll<HTMLElement>('[data-tested-by]')) {
      const { testedBy = '' } = cell.dataset;
      const ratio = run?.result && this.#ratio(run.result, testedBy);
      cell.textContent = ratio ? formatWithInterval(ratio) : NONE;
    }
  }

  /** A ratio is shown once it has an interval. */
  #ratio({ rows }: Pick<SharedResult, 'rows'>, workload: string): Ratio | undefined {
    const { of, to } = this.#compared.arms;
    const own = rows.filter((row) => row.workload === workload);
    const found = equalRatio(own, of, to);
    return found?.low === undefined ? undefined : found;
  }

  #yours({ result, whose }: RunShown): OwnRatios {
    const words = { running: 'so far', yours: 'from here', shared: 'somebody’s run' };
    return {
      note: ownNote(this.#compared, words[whose]),
      of: (workload) =>
        (result && this.#ratio(result, workload)) ?? (whose === 'running' ? '…' : NONE),
    };
  }

  summary(result: SharedResult): string {
    const { operations, standIn, at, client } = this.#compared;
    const found = operations.flatMap(({ workload, label, ours }) => {
      const yours = this.#ratio(result, workload);
      return yours ? [{ label, yours, published: standIn ? standIn.ratios[workload] : ours }] : [];
    });
    const instead = standIn ? 'You ran our reimplementation.' : '';
    if (found.length === 0) {
      return `${instead} No operation has an interval yet: that takes four sessions.`.trim();
    }
    const beside = found.flatMap(({ published, ...each }) =>
      published ? [{ ...each, published }] : [],
    );
    const [row] = result.rows;
    if (beside.length === 0 || row === undefined || at === undefined) {
      return `${instead} We have nothing to compare it with.`.trim();
    }
    if (!isSamePlace(row, at)) {
      const places = `Yours is from ${clientName(row.client)}, ours from ${client}: only faster or slower can be compared.`;
      return [instead, places, classesSentence(beside)].filter(Boolean).join(' ');
    }
    const counted = countSentence(
      beside.map(({ label, yours, published }) => ({
        label,
        agreement: agreementOf(yours, published, beside.length),
      })),
      countOf(beside.length, 'operation'),
      (label, times) => `Your ratio of “${label}” is ${times} times ours`,
    );
    const ours = beside.map(({ published }) => formatQuantity(published)).join(', ');
    return [instead, counted, standIn ? `Our runs have it at ${ours}.` : '']
      .filter(Boolean)
      .join(' ');
  }
}
