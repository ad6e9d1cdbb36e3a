import { readBenchOrigin } from '../bench-client/about.ts';
import { messageOf } from '../bench-client/failure.ts';
import { isOutside, type Length } from '../harness/plan/index.ts';
import { part } from '../islands/dom.ts';
import type { ReducedResult } from '../share/form.ts';
import { freeForm, freeOutline, readFree } from '../studies/free.ts';
import { type ChosenSize, LIMITS, withinLimits } from './estimate.ts';
import type { LiveConfig } from './panel.ts';
import {
  type Asked,
  labAddress,
  MOST_ROUNDS,
  planAddress,
  readNumber,
  readQuery,
} from './query.ts';
import { distanceText, ownBenchOf, paceTo, type RunModule, type View } from './view.ts';

/** An operation of the form, by its name. */
interface ChosenWorkload extends ChosenSize {
  id: string;
  label: string;
}

/** The form of the lab: libraries, operations and length, and under “Advanced” what few need. */
export class LabForm implements View {
  readonly #root: HTMLElement;
  readonly #config: LiveConfig;
  readonly #form: HTMLFormElement;
  /** Arm that verdicts are stated against, where the address names one. */
  #reference: string | undefined;
  /** Why the address, or a part of it, was not taken. */
  #refused: string | undefined;

  constructor(root: HTMLElement, config: LiveConfig) {
    this.#root = root;
    this.#config = config;
    this.#form = part(root, 'plan', HTMLFormElement);
    this.#form.addEventListener('submit', (event) => event.preventDefault());
    this.#form.addEventListener('input', () => {
      this.#refused = undefined;
      if (this.problem === undefined) history.replaceState(history.state, '', this.#address);
    });
    try {
      this.#take(readQuery(location.search));
    } catch (error) {
      this.#refused = `This address asks for a run that does not exist. ${messageOf(error)}.`;
    }
  }

  /** @throws RangeError naming a library or an operation that the form has not */
  #take(asked: Asked): void {
    const { study = this.#config.study, workloads, arms, length, seed, origin } = asked;
    if (study !== this.#config.study) return;
    this.#reference = asked.reference;
    const offered = this.#boxes('workload').map(({ value }) => value);
    const free = workloads?.filter((id) => !offered.includes(id)) ?? [];
    const unknown = free.find((id) => this.#free === null || readFree(id) === undefined);
    if (unknown !== undefined) {
      const more = this.#free === null ? '' : `, or ${freeForm}`;
      throw new RangeError(
        `workloads: got "${unknown}", expected one of ${offered.join(', ')}${more}`,
      );
    }
    const known = [...this.#boxes('arm').map(({ value }) => value), ...this.#config.always];
    const missing = arms?.filter((id) => !known.includes(id)) ?? [];
    const wrong = missing.find((id) => !isOutside(id));
    if (wrong !== undefined) {
      throw new RangeError(`arms: got "${wrong}", expected one of ${known.join(', ')}`);
    }
    this.#check('workload', workloads);
    this.#check('arm', arms);
    if (missing.length > 0) this.#refused = `Not on this benchmark server: ${missing.join(', ')}.`;
    if (this.#free !== null) this.#free.value = free.join(' ');
    if (length !== undefined) this.#chooseLength(length);
    this.#field('seed').value = seed === undefined ? '' : String(seed);
    if (origin !== undefined) this.#field('bench').value = origin;
    this.#field('unlimited').checked = asked.unlimited === true;
    for (const fold of this.#form.querySelectorAll('details')) {
      const chosen = fold.querySelector(':is(:checked, [type="text"]:not(:placeholder-shown))');
      fold.open = chosen !== null;
    }
  }

  #chooseLength(length: Length): void {
    const value = length.rule === 'time' ? `${length.budgetMs / 1000}s` : length.rule;
    const radios = this.#boxes('length');
    const own =
      radios.find((radio) => radio.value === value) ??
      radios.find(({ value: each }) => each.endsWith('s'));
    if (own === undefined) return;
    own.checked = true;
    // A time that the form does not offer takes the place of one that it does.
    if (length.rule === 'time') own.value = value;
    if (length.rule === 'time')
      part(own.parentElement ?? this.#form, 'seconds', HTMLElement).textContent = value;
    if (length.rule === 'fixed') this.#field('rounds').value = String(length.rounds);
  }

  get #length(): Length {
    const value = this.#boxes('length').find(({ checked }) => checked)?.value ?? 'until-decided';
    if (value === 'until-decided') return { rule: value };
    if (value !== 'fixed') return { rule: 'time', budgetMs: parseInt(value, 10) * 1000 };
    return {
      rule: value,
      rounds: readNumber('rounds', this.#field('rounds').value, 1, MOST_ROUNDS),
    };
  }

  get #arms(): string[] {
    return this.#boxes('arm')
      .filter(({ checked }) => checked)
      .map(({ value }) => value);
  }

  /** Operations that are chosen, those of free sizes last. */
  get #workloads(): ChosenWorkload[] {
    const arms = [...this.#arms, ...this.#config.always];
    const ids = this.#boxes('workload')
      .filter(({ checked }) => checked)
      .map(({ value }) => value);
    const listed = this.#config.workloads.filter(({ id }) => ids.includes(id));
    const free = (this.#free?.value ?? '').split(/[\s,]+/).filter(Boolean);
    return [
      ...listed.map((size) => ({
        ...size,
        lacking: new Set(arms.filter((arm) => size.lackedBy.includes(arm))).size,
      })),
      ...free.map((id) => {
        const load = readFree(id);
        if (load !== undefined) return freeOutline(load);
        throw new RangeError(`operations: got "${id}", expected ${freeForm}`);
      }),
    ];
  }

  get #choice() {
    const arms = new Set([...this.#arms, ...this.#config.always]).size;
    const { budgetMs } = this.#config;
    return { length: this.#length, arms, workloads: this.#workloads, budgetMs };
  }

  /** What is run of the choices: all of them, or what the limits let through. */
  get #run() {
    const choice = this.#choice;
    const pace = paceTo(this.#origin, this.#config.inPage === true);
    if (this.#field('unlimited').checked) return { choice, pace, leftOut: [] };
    const { length } = choice;
    const capped: Length =
      length.rule === 'time'
        ? { ...length, budgetMs: Math.min(length.budgetMs, LIMITS.ms) }
        : length;
    const { kept, leftOut } = withinLimits({ ...choice, length: capped }, pace);
    return { choice: { ...choice, length: capped, workloads: kept }, pace, leftOut };
  }

  get request() {
    const { choice } = this.#run;
    const reference = this.#reference;
    const arms = this.#arms;
    const own = this.#config.subjects.some((arm) => arms.includes(arm));
    const others = arms.filter((arm) => ![...this.#config.always, reference].includes(arm));
    const seed = this.#field('seed').value;
    return {
      options: {
        ...{ length: choice.length, arms, workloads: choice.workloads.map(({ id }) => id) },
        ...(reference !== undefined && { reference }),
        ...((!own || reference !== undefined) && others.length > 0 && { subjects: others }),
      },
      seed: seed === '' ? undefined : Number(seed),
      origin: this.#origin,
    };
  }

  get problem(): string | undefined {
    try {
      if (this.#refused !== undefined && this.#workloads.length === 0) return this.#refused;
      readBenchOrigin(this.#origin);
      const { value } = this.#field('seed');
      if (value !== '') readNumber('seed', value, 0, 0xffffffff);
      const { workloads, arms } = this.#choice;
      if (workloads.length === 0) return 'Choose at least one operation.';
      const crowded = this.#config.workloads.find(
        ({ id, mostArms = Infinity }) =>
          arms > mostArms && workloads.some((workload) => workload.id === id),
      );
      if (crowded === undefined) return undefined;
      const most = (crowded.mostArms ?? 0) - this.#config.always.length;
      return `${crowded.label} opens many connections: choose at most ${most} libraries.`;
    } catch (error) {
      if (error instanceof RangeError) return `${messageOf(error)}.`;
      throw error;
    }
  }

  get size() {
    if (this.problem !== undefined) {
      const choice = { length: { rule: 'until-decided' } as const, arms: 1, workloads: [] };
      return { choice, pace: paceTo(this.ownBench, true) };
    }
    const { choice, pace, leftOut } = this.#run;
    const far = this.#config.inPage ? undefined : distanceText(this.#origin);
    const names = leftOut.map(({ label }) => label).join(', ');
    const left =
      leftOut.length === 0 ? [] : [`Left out, to stay within a minute and 20 MB: ${names}.`];
    const refused = this.#refused === undefined ? [] : [this.#refused];
    return { choice, pace, note: [...refused, far, ...left].filter(Boolean).join(' ') };
  }

  get ownBench(): string {
    return ownBenchOf(this.#config);
  }

  get #origin(): string {
    const text = this.#form.querySelector<HTMLInputElement>('[name="bench"]')?.value.trim() ?? '';
    return text === '' ? this.ownBench : readBenchOrigin(text);
  }

  get #address(): string {
    const { study } = this.#config;
    const { seed, origin } = this.request;
    return labAddress({
      ...{ study, arms: this.#arms, length: this.#length },
      workloads: this.#workloads.map(({ id }) => id),
      ...(this.#reference !== undefined && { reference: this.#reference }),
      ...(seed !== undefined && { seed }),
      ...(origin !== this.ownBench && { origin }),
      ...(this.#field('unlimited').checked && { unlimited: true }),
    });
  }

  get title(): string {
    return this.#form.dataset['title'] ?? this.#config.study;
  }

  get page(): string {
    return '/result/';
  }

  open(): void {
    // The tables of a result say themselves what they are of.
  }

  show(module: RunModule | undefined, result: ReducedResult | undefined, running: boolean): void {
    const tables = part(this.#root, 'tables', HTMLElement);
    tables.classList.toggle('rt-run-tables', running);
    tables.innerHTML = module && result ? module.resultTables(result) : '';
  }

  summary({ plan }: ReducedResult): string {
    const [operations, libraries] = [plan.workloads.length, plan.arms.length - 1];
    const counted = operations === 1 ? '1 operation' : `${operations} operations`;
    return `${counted} with ${libraries} configurations, each compared with the plain way.`;
  }

  limits(): string {
    return '';
  }

  planLink(result: ReducedResult): string {
    const [, ownReference] = this.#config.always;
    return planAddress(result, { ownOrigin: this.ownBench, ownReference });
  }

  runLabel(): string {
    return 'Run these';
  }

  /** Only of a study that makes operations of any payload. */
  get #free(): HTMLInputElement | null {
    return this.#form.querySelector<HTMLInputElement>('[name="free"]');
  }

  #field(name: string): HTMLInputElement {
    const found = this.#form.elements.namedItem(name);
    if (found instanceof HTMLInputElement) return found;
    throw new TypeError(`field "${name}": got none, expected an input`);
  }

  #boxes(name: string): HTMLInputElement[] {
    return [...this.#form.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)];
  }

  #check(name: string, values: readonly string[] | undefined): void {
    if (values === undefined) return;
    for (const box of this.#boxes(name)) {
      if (!box.disabled) box.checked = values.includes(box.value);
    }
  }
}
