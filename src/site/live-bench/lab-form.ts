import { readBenchOrigin } from '../../wire/bench-client/about.ts';
import { messageOf } from '../../wire/bench-client/failure.ts';
import type { Length } from '../../core/plan/index.ts';
import { CONTROL } from '../../core/record/names.ts';
import { part } from '../islands/dom.ts';
import type { SharedResult } from '../../results/share/form.ts';
import { payloadOutline, readPayloadId } from '../../libraries/studies/parametric-workloads.ts';
import { byteText, type ChosenSize, type Estimate, isLocal } from './estimate.ts';
import type { LiveConfig } from './panel.ts';
import { labAddress } from './query.ts';
import { type RunModule, type RunShown, View } from './view.ts';

interface ChosenWorkload extends ChosenSize {
  id: string;
}

/**
 * The form of the lab: libraries, operations and length, and under “Advanced” what few need. Its fields have the
 * names that the address has.
 */
export class LabForm extends View {
  readonly #form: HTMLFormElement;
  /** Words on the part of the address that the form has no field for. */
  #refused: string | undefined;
  /** The comparison of an address that names its reference, until the form is changed. */
  #asked: { reference: string; arms: string[] } | undefined;

  constructor(root: HTMLElement, config: LiveConfig) {
    super(root, config);
    this.#form = part(root, 'plan', HTMLFormElement);
    this.#form.addEventListener('submit', (event) => event.preventDefault());
    this.#form.addEventListener('input', () => {
      this.#refused = undefined;
      this.#asked = undefined;
      if (this.problem === undefined) history.replaceState(history.state, '', this.#address);
    });
    const query = new URLSearchParams(location.search);
    if ((query.get('study') ?? config.study) === config.study) this.#take(query);
  }

  /** Puts the choices of an address into the form. */
  #take(query: URLSearchParams): void {
    const unknown: string[] = [];
    // An address has a number instead of its choice: `length=60s`, `rounds=40`.
    const [, seconds] = /^(\d+)s$/.exec(query.get('length') ?? '') ?? [];
    if (seconds !== undefined) {
      query.set('seconds', seconds);
      query.set('length', 'time');
    }
    if (query.has('rounds')) query.set('length', 'fixed');
    query.delete('study');
    const reference = query.get('reference');
    if (reference !== null) {
      this.#asked = { reference, arms: query.get('arms')?.split(',') ?? [] };
      query.delete('reference');
    }
    for (const [name, value] of query) {
      const fields = this.#inputs.filter((field) => field.name === name);
      const boxes = fields.filter(({ type }) => type === 'checkbox' || type === 'radio');
      const text = fields.find((field) => !boxes.includes(field));
      const values = value.split(',').filter(Boolean);
      for (const box of boxes) if (!box.disabled) box.checked = values.includes(box.value);
      const known = [...boxes.map((box) => box.value), ...this.config.always];
      const others = values.filter((each) => !known.includes(each));
      if (text) text.value = others.join(' ');
      else unknown.push(...others.map((each) => `${name}=${each}`));
    }
    if (unknown.length > 0) {
      this.#refused = `The address names what this form does not have: ${unknown.join(', ')}.`;
    }
    for (const fold of this.#form.querySelectorAll('details')) {
      fold.open = fold.querySelector(':checked, [placeholder]:not(:placeholder-shown)') !== null;
    }
  }

  get #inputs(): HTMLInputElement[] {
    return [...this.#form.querySelectorAll('input')];
  }

  #all(name: string): string[] {
    const values = new FormData(this.#form).getAll(name).filter((each) => typeof each === 'string');
    return values.flatMap((value) => value.split(/[\s,]+/)).filter(Boolean);
  }

  get #length(): Length | undefined {
    const [rule] = this.#all('length');
    if (rule === 'time') return { rule, budgetMs: Number(this.#all('seconds')[0]) * 1000 };
    if (rule === 'fixed') return { rule, rounds: Number(this.#all('rounds')[0]) };
    return undefined;
  }

  /** All that take part, the A/A control included. */
  get #arms(): Set<string> {
    if (this.#asked) return new Set([...this.#asked.arms, this.#asked.reference, CONTROL]);
    return new Set([...this.#all('arms'), ...this.config.always]);
  }

  /** Operations that are chosen, those of any payload last. */
  get #workloads(): ChosenWorkload[] {
    return this.#all('workloads').map((id) => {
      const listed = this.config.workloads.find((each) => each.id === id);
      if (listed !== undefined) {
        const lacking = listed.lackedBy.filter((arm) => this.#arms.has(arm)).length;
        return { ...listed, lacking };
      }
      const load = readPayloadId(id);
      if (load !== undefined) return payloadOutline(load);
      throw new RangeError(`There is no operation “${id}”. Name one such as echo-2500x8`);
    });
  }

  get request() {
    const workloads = this.#workloads.map(({ id }) => id);
    const [seed] = this.#all('seed');
    const reference = this.#asked?.reference;
    const options = { length: this.#length, arms: [...this.#arms], workloads, reference };
    return {
      options: this.withSubjects(options),
      seed: seed !== undefined ? Number(seed) : undefined,
      origin: this.#origin,
    };
  }

  protected override get problem(): string | undefined {
    const wrong = this.#inputs.find(({ validity }) => !validity.valid);
    if (wrong) {
      const label =
        wrong.getAttribute('aria-label') ??
        wrong.labels?.[0]?.firstChild?.textContent?.trim() ??
        '';
      return `${label}: ${wrong.validationMessage}`;
    }
    try {
      readBenchOrigin(this.#origin);
      if (this.#workloads.length > 0) return undefined;
      return this.#refused ?? 'Choose at least one operation.';
    } catch (error) {
      if (error instanceof RangeError) return `${messageOf(error)}.`;
      throw error;
    }
  }

  get size() {
    const { budgetMs } = this.config;
    return {
      choice: { length: this.#length, arms: this.#arms.size, workloads: this.#workloads, budgetMs },
      network: this.networkTo(this.#origin),
    };
  }

  protected override idleText({ bytes }: Estimate): string {
    const { inPage } = this.config;
    const moves = inPage ? 'Nothing leaves this browser.' : `Moves ${byteText(bytes)}.`;
    const isNear = !inPage && isLocal(new URL(this.#origin).hostname);
    const near = isNear ? 'The benchmark server is on this machine.' : '';
    return [moves, this.#refused, near].filter(Boolean).join(' ');
  }

  get #origin(): string {
    const [text] = this.#all('origin');
    return text === undefined ? this.ownBench : readBenchOrigin(text);
  }

  get #address(): string {
    const { study } = this.config;
    const { seed, origin } = this.request;
    return labAddress({
      study,
      arms: this.#all('arms'),
      workloads: this.#all('workloads'),
      length: this.#length,
      seed,
      origin: origin !== this.ownBench ? origin : undefined,
    });
  }

  get title(): string {
    return this.#form.dataset['title'] ?? this.config.study;
  }

  get page(): string {
    return '/result/';
  }

  // The tables of a result say themselves what they are of.
  open(): Promise<void> {
    return Promise.resolve();
  }

  show(module: RunModule, run: RunShown | undefined): void {
    part(this.root, 'tables', HTMLElement).innerHTML = run?.result
      ? module.resultTables(run.result)
      : '';
  }

  summary({ plan }: SharedResult): string {
    const [operations, libraries] = [plan.workloads.length, plan.arms.length - 1];
    const counted = operations === 1 ? '1 operation' : `${operations} operations`;
    return `${counted} with ${libraries} configurations, each compared with the plain way.`;
  }
}
