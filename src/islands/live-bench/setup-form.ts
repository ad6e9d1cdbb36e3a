import type { Asked, PlanOptions } from '../../harness/plan/index.ts';
import { part } from '../dom.ts';
import { freeOutline, readFree } from '../../studies/free.ts';
import { notHere } from '../../report/where.ts';
import { lengthOf, type LiveConfig, readQuery } from './query.ts';
import {
  assumedPace,
  type ChosenSize,
  costText,
  estimate,
  estimateText,
  PAGE_PACE,
  type Pace,
  wayOf,
} from './estimate.ts';
import { LabFields } from './lab-fields.ts';

/** The form with the choices, and the estimate that follows them. */
export class SetupForm {
  readonly form: HTMLFormElement;
  readonly #config: LiveConfig;
  readonly #estimate: HTMLElement;
  /** Only in the lab. */
  readonly #lab: LabFields | undefined;
  /** Seed that the page's address asks for, where the form has no field for it. */
  #seed: number | undefined;
  #pace: Pace;
  /** Bench that the pace is of. */
  #paced: string;

  constructor(root: ParentNode, config: LiveConfig) {
    this.#config = config;
    this.form = part(root, 'setup', HTMLFormElement);
    this.#estimate = part(root, 'estimate', HTMLElement);
    const onChange = () => {
      this.#lockReference();
      this.update();
      // Choices that cannot be run are no plan to link to.
      if (this.form.matches(':valid')) this.#lab?.writeAddress(this.options);
    };
    if (config.lab) this.#lab = new LabFields(this.form, config.study, onChange);
    this.#paced = this.bench;
    this.#pace = this.#assumed;
    this.form.addEventListener('input', onChange);
    this.#lockReference();
    // Disabled as served: without this class nothing would answer.
    part(root, 'run', HTMLButtonElement).disabled = false;
    this.update();
    addEventListener('load', () => this.update(), { once: true });
  }

  /** Takes what is now known of the way to the bench into account. */
  learn(pace: Partial<Pace>): void {
    this.#pace = { ...this.#pace, ...pace };
    this.update();
  }

  /**
   * Makes the choices that the page's address asks for.
   *
   * @returns why some of the arms are left out; undefined where none is
   * @throws RangeError naming the value got and what was expected; nothing is chosen then.
   */
  preselect(search: string): string | undefined {
    const offered = (name: string) => this.#inputs(name).map(({ value }) => value);
    const asked = readQuery(search, {
      length: offered('length'),
      workloads: offered('workload'),
      arms: offered('arm'),
      studies: this.#config.lab,
      study: this.#config.study,
      free: this.#lab?.rows !== undefined,
    });
    const { study = this.#config.study, length, rounds, workloads, arms, missing = [] } = asked;
    // The address may be of a study whose form is not this one.
    if (study !== this.#config.study) return undefined;
    this.#seed = asked.seed;
    this.#lab?.take(asked);
    this.#check('length', length === undefined ? undefined : [length]);
    if (rounds !== undefined) this.#rounds.value = String(rounds);
    if (asked.reference !== undefined && this.#reference) this.#reference.value = asked.reference;
    this.#lockReference();
    this.#check('workload', workloads);
    this.#check('arm', arms);
    // A choice that was made must be seen.
    for (const group of this.form.querySelectorAll<HTMLDetailsElement>('[data-part="group"]')) {
      group.open ||= group.querySelector('input:checked') !== null;
    }
    if (Object.keys(asked).length > 0) this.open();
    this.update();
    return notHere(missing, (id) => id);
  }

  /** Unfolds the choices. */
  open(): void {
    const choices = this.form.querySelector<HTMLDetailsElement>('[data-part="choices"]');
    if (choices) choices.open = true;
  }

  /** Origin of the bench that is to be asked. */
  get bench(): string {
    return this.#lab?.bench ?? this.ownBench;
  }

  /** Origin of the site's own. */
  get ownBench(): string {
    return this.#config.origin === '' ? location.origin : this.#config.origin;
  }

  /** Seed of the order; undefined where it is to be drawn. */
  get seed(): number | undefined {
    return this.#lab ? this.#lab.seed : this.#seed;
  }

  /** The name of a workload by its id. */
  nameOf(id: string): string {
    const box = this.#inputs('workload').find(({ value }) => value === id);
    const load = box === undefined ? readFree(id) : undefined;
    return load ? freeOutline(load).label : (box?.labels?.[0]?.textContent.trim() ?? id);
  }

  /** The choices. Locked arms are among the checked ones. */
  get options(): PlanOptions & { arms: string[]; workloads: string[] } {
    const values = (name: string) => this.#checked(name).map((input) => input.value);
    const [length] = values('length');
    const boxes = this.#checked('arm').sort(
      (one, other) => Number(one.dataset['place']) - Number(other.dataset['place']),
    );
    const arms = boxes.map(({ value }) => value);
    const free = boxes.filter(({ dataset }) => dataset['locked'] === undefined);
    return {
      length: lengthOf(length, this.#rounds.valueAsNumber),
      arms,
      ...this.#asked(free.map(({ value }) => value)),
      workloads: [...values('workload'), ...(this.#lab?.rows?.ids ?? [])],
    };
  }

  /**
   * Which arms are compared with which, where that is not what the study compares.
   *
   * @param arms those that are chosen, and not always in
   */
  #asked(arms: readonly string[]): Asked {
    const { reference: own, byHand, usual } = this.#config.asks;
    const reference = this.#reference?.value ?? own;
    const others = arms.filter((id) => ![reference, ...byHand].includes(id));
    if (reference === own && others.every((id) => usual.includes(id))) return {};
    const subjects = others.length > 0 ? others : byHand.filter((id) => id !== reference);
    return { ...(reference !== own && { reference }), subjects };
  }

  /** Only in the lab. */
  get #reference(): HTMLSelectElement | null {
    return this.form.querySelector('select[name="reference"]');
  }

  /** Has the arm that ratios are stated against take part; the one before it may be left out again. */
  #lockReference(): void {
    const reference = this.#reference?.value;
    if (reference === undefined) return;
    for (const box of this.#inputs('arm')) {
      const isIt = box.value === reference;
      box.disabled = isIt || box.dataset['locked'] !== undefined;
      box.checked ||= isIt;
    }
  }

  update(): void {
    const { length, arms, workloads } = this.options;
    const first = this.form.querySelector<HTMLInputElement>('input[name="workload"]');
    // A number that is not used must not keep a run from starting.
    this.#rounds.disabled = length.rule !== 'fixed';
    const sizes = new Map(
      this.#config.workloads.map(({ id, lackedBy, ...size }) => [
        id,
        { ...size, lacking: lackedBy.filter((arm) => arms.includes(arm)).length },
      ]),
    );
    first?.setCustomValidity(
      workloads.length === 0
        ? 'Choose at least one workload.'
        : (workloads.map((id) => this.#tooMany(id, arms, sizes.get(id))).find(Boolean) ?? ''),
    );
    const chosen = workloads.flatMap((id) => {
      const load = readFree(id);
      return sizes.get(id) ?? (load ? freeOutline(load) : []);
    });
    const { bench } = this;
    // More files have come since, of which one may have been quicker.
    const known = ['preflight', 'run'].includes(this.#pace.source);
    if (bench !== this.#paced || !known) this.#pace = this.#assumed;
    this.#paced = bench;
    this.#lab?.rows?.update((size) => costText(size, arms.length, this.#pace));
    for (const [id, size] of sizes) {
      const cost = this.form.querySelector(`[data-cost="${id}"]`);
      if (cost !== null) cost.textContent = costText(size, arms.length, this.#pace);
    }
    const address = bench === location.origin ? 'this site' : new URL(bench).host;
    const { budgetMs } = this.#config;
    const choice = { length, arms: arms.length, workloads: chosen, budgetMs };
    const expected = estimate(choice, this.#pace);
    this.#estimate.textContent =
      this.#hint ??
      estimateText(expected, this.#pace, length, this.#config.inPage ? undefined : address);
  }

  /** Why a workload has no room for so many arms; undefined where it has. */
  #tooMany(
    id: string,
    arms: readonly string[],
    { mostArms = Infinity, besides = 0, lacking = 0 }: { mostArms?: number } & ChosenSize = {},
  ): string | undefined {
    if (arms.length - lacking <= mostArms) return undefined;
    const each = `each opens ${besides} connections besides its own`;
    return `${this.nameOf(id)}: choose at most ${mostArms} arms, the baseline, reference and control among them; ${each}.`;
  }

  /** The pace before anything ran. */
  get #assumed(): Pace {
    if (this.#config.inPage) return PAGE_PACE;
    const { hostname } = new URL(this.bench);
    if (hostname !== location.hostname) return assumedPace(hostname);
    const files = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
    const own = files.filter(({ name }) => name.startsWith(location.origin));
    return assumedPace(hostname, wayOf(own));
  }

  /** Why a run cannot start; undefined where it can. */
  get #hint(): string | undefined {
    const wrong = this.form.querySelector<HTMLInputElement>('input:invalid');
    if (wrong === null) return undefined;
    const { validity, validationMessage, dataset } = wrong;
    return validity.customError ? validationMessage : (dataset['hint'] ?? validationMessage);
  }

  get #rounds(): HTMLInputElement {
    return part(this.form, 'rounds', HTMLInputElement);
  }

  #inputs(name: string): HTMLInputElement[] {
    return [...this.form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)];
  }

  #checked(name: string): HTMLInputElement[] {
    return this.#inputs(name).filter(({ checked }) => checked);
  }

  /** Checks exactly these values; locked ones stay as they are. */
  #check(name: string, values: readonly string[] | undefined): void {
    if (values === undefined) return;
    for (const input of this.#inputs(name)) {
      if (!input.disabled) input.checked = values.includes(input.value);
    }
  }
}
