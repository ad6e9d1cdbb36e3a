import { readBenchOrigin } from '../bench-client/about.ts';
import { messageOf } from '../bench-client/failure.ts';
import { isOutside, type Length } from '../harness/plan/index.ts';
import { part } from '../islands/dom.ts';
import type { ReducedResult } from '../share/form.ts';
import { freeForm, freeOutline, readFree } from '../studies/free.ts';
import { type ChosenSize, distanceText, LIMITS, withinLimits } from './estimate.ts';
import type { LiveConfig } from './panel.ts';
import {
  type Asked,
  labAddress,
  LARGEST_SEED,
  MOST_ROUNDS,
  readNumber,
  readQuery,
} from './query.ts';
import { type RunModule, View } from './view.ts';

/** An operation of the form, by its name. */
interface ChosenWorkload extends ChosenSize {
  id: string;
  label: string;
}

/** The form of the lab: libraries, operations and length, and under “Advanced” what few need. */
export class LabForm extends View {
  readonly #form: HTMLFormElement;
  /** Why the address, or a part of it, was not taken. */
  #refused: string | undefined;

  constructor(root: HTMLElement, config: LiveConfig) {
    super(root, config);
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
    const { study = this.config.study, workloads, arms, length, seed, origin } = asked;
    if (study !== this.config.study) return;
    const offered = this.#boxes('workload').map(({ value }) => value);
    const free = workloads?.filter((id) => !offered.includes(id)) ?? [];
    const unknown = free.find((id) => this.#free === null || readFree(id) === undefined);
    if (unknown !== undefined) {
      const more = this.#free === null ? '' : `, or ${freeForm}`;
      throw new RangeError(
        `workloads: got "${unknown}", expected one of ${offered.join(', ')}${more}`,
      );
    }
    const known = [...this.#boxes('arm').map(({ value }) => value), ...this.config.always];
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
    if (length.rule === 'fixed') this.#field('rounds').value = String(length.rounds);
    const value = length.rule === 'time' ? `${length.budgetMs / 1000}s` : length.rule;
    const radios = this.#boxes('length');
    const offered = radios.find((radio) => radio.value === value);
    // A time that the form does not offer takes the place of one that it does.
    const radio = offered ?? radios.find((each) => each.value.endsWith('s'));
    if (radio === undefined) return;
    radio.checked = true;
    if (offered !== undefined) return;
    radio.value = value;
    part(radio.parentElement ?? this.#form, 'seconds', HTMLElement).textContent = value;
  }

  get #length(): Length {
    const [value = 'until-decided'] = this.#checked('length');
    if (value === 'until-decided') return { rule: value };
    if (value !== 'fixed') return { rule: 'time', budgetMs: parseInt(value, 10) * 1000 };
    const rounds = readNumber('rounds', this.#field('rounds').value, 1, MOST_ROUNDS);
    return { rule: value, rounds };
  }

  get #arms(): string[] {
    return this.#checked('arm');
  }

  /** Operations that are chosen, those of free sizes last. */
  get #workloads(): ChosenWorkload[] {
    const arms = [...this.#arms, ...this.config.always];
    const ids = this.#checked('workload');
    const listed = this.config.workloads.filter(({ id }) => ids.includes(id));
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
    const arms = new Set([...this.#arms, ...this.config.always]).size;
    const { budgetMs } = this.config;
    return { length: this.#length, arms, workloads: this.#workloads, budgetMs };
  }

  /** What is run of the choices: all of them, or what the limits let through. */
  get #run() {
    const choice = this.#choice;
    const pace = this.paceTo(this.#origin);
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
    const { length, workloads: chosen } = this.#run.choice;
    const workloads = chosen.map(({ id }) => id);
    const seed = this.#field('seed').value;
    return {
      options: this.withSubjects({ length, arms: this.#arms, workloads }),
      ...(seed !== '' && { seed: Number(seed) }),
      origin: this.#origin,
    };
  }

  get problem(): string | undefined {
    try {
      if (this.#refused !== undefined && this.#workloads.length === 0) return this.#refused;
      readBenchOrigin(this.#origin);
      const { value } = this.#field('seed');
      if (value !== '') readNumber('seed', value, 0, LARGEST_SEED);
      const { workloads, arms } = this.#choice;
      if (workloads.length === 0) return 'Choose at least one operation.';
      const crowded = this.config.workloads.find(
        ({ id, mostArms = Infinity }) =>
          arms > mostArms && workloads.some((workload) => workload.id === id),
      );
      if (crowded === undefined) return undefined;
      const most = (crowded.mostArms ?? 0) - this.config.always.length;
      return `${crowded.label} opens many connections: choose at most ${most} libraries.`;
    } catch (error) {
      if (error instanceof RangeError) return `${messageOf(error)}.`;
      throw error;
    }
  }

  get size() {
    if (this.problem !== undefined) {
      const choice = { length: { rule: 'until-decided' } as const, arms: 1, workloads: [] };
      return { choice, pace: this.paceTo(this.ownBench) };
    }
    const { choice, pace, leftOut } = this.#run;
    const far = this.config.inPage ? undefined : distanceText(this.#origin);
    const names = leftOut.map(({ label }) => label).join(', ');
    const left =
      leftOut.length === 0 ? [] : [`Left out, to stay within a minute and 20 MB: ${names}.`];
    const refused = this.#refused === undefined ? [] : [this.#refused];
    return { choice, pace, note: [...refused, far, ...left].filter(Boolean).join(' ') };
  }

  get #origin(): string {
    const text = this.#form.querySelector<HTMLInputElement>('[name="bench"]')?.value.trim() ?? '';
    return text === '' ? this.ownBench : readBenchOrigin(text);
  }

  get #address(): string {
    const { study } = this.config;
    const { seed, origin } = this.request;
    return labAddress({
      ...{ study, arms: this.#arms, length: this.#length },
      workloads: this.#workloads.map(({ id }) => id),
      ...(seed !== undefined && { seed }),
      ...(origin !== this.ownBench && { origin }),
      ...(this.#field('unlimited').checked && { unlimited: true }),
    });
  }

  get title(): string {
    return this.#form.dataset['title'] ?? this.config.study;
  }

  get page(): string {
    return '/result/';
  }

  open(): void {
    // The tables of a result say themselves what they are of.
  }

  show(module: RunModule, result: ReducedResult | undefined): void {
    part(this.root, 'tables', HTMLElement).innerHTML = result ? module.resultTables(result) : '';
  }

  summary({ plan }: ReducedResult): string {
    const [operations, libraries] = [plan.workloads.length, plan.arms.length - 1];
    const counted = operations === 1 ? '1 operation' : `${operations} operations`;
    return `${counted} with ${libraries} configurations, each compared with the plain way.`;
  }

  limits(): string {
    return '';
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

  #checked(name: string): string[] {
    return this.#boxes(name).flatMap(({ checked, value }) => (checked ? [value] : []));
  }

  #check(name: string, values: readonly string[] | undefined): void {
    if (values === undefined) return;
    for (const box of this.#boxes(name)) {
      if (!box.disabled) box.checked = values.includes(box.value);
    }
  }
}
