/** What the form of the lab has besides: free workloads, the seed, another bench, and its address. */
import { messageOf } from '../../bench-client/failure.ts';
import { readBenchOrigin } from '../../bench-client/origin.ts';
import type { PlanOptions } from '../../harness/plan/index.ts';
import { fill, part } from '../dom.ts';
import { FreeRows } from './free-rows.ts';
import { type Asked, writeQuery } from './query.ts';

export class LabFields {
  /** Only of a study that makes workloads of any payload. */
  readonly rows: FreeRows | undefined;
  readonly #study: string;
  readonly #seed: HTMLInputElement;
  /** Absent where no bench is asked. */
  readonly #bench: HTMLInputElement | null;

  constructor(form: HTMLFormElement, study: string, onChange: () => void) {
    this.#study = study;
    this.#seed = part(form, 'seed', HTMLInputElement);
    this.#bench = form.querySelector<HTMLInputElement>('[data-part="bench"]');
    const free = form.querySelector<HTMLElement>('[data-part="free"]');
    this.rows = free === null ? undefined : new FreeRows(free, onChange);
    if (this.#bench === null) return;
    this.#bench.addEventListener('input', () => {
      this.#bench?.setCustomValidity(this.#wrongBench ?? '');
      fill(form, { about: '' });
    });
    part(form, 'ask', HTMLButtonElement).addEventListener('click', () => {
      void this.#ask().then((about) => fill(form, { about }));
    });
  }

  /** Undefined where it is to be drawn anew. */
  get seed(): number | undefined {
    return this.#seed.value === '' ? undefined : this.#seed.valueAsNumber;
  }

  /** Undefined for the site’s own, and while there is a mistake in it. */
  get bench(): string | undefined {
    const text = this.#benchText;
    return text === '' || this.#wrongBench !== undefined ? undefined : readBenchOrigin(text);
  }

  /** Takes what the page's address asks for; what is absent there is left as it is. */
  take({ seed, origin, workloads }: Asked): void {
    if (seed !== undefined) this.#seed.value = String(seed);
    if (origin !== undefined && this.#bench) this.#bench.value = origin;
    if (workloads !== undefined && this.rows) this.rows.ids = workloads;
  }

  /** Puts the choices into the address of the page, so that a link to it replays the plan. */
  writeAddress(options: PlanOptions & Required<Pick<PlanOptions, 'arms' | 'workloads'>>): void {
    const { seed, bench: origin } = this;
    const query = writeQuery({ study: this.#study, ...options, seed, origin });
    if (query !== location.search) {
      history.replaceState(history.state, '', `${query}${location.hash}`);
    }
  }

  get #benchText(): string {
    return this.#bench?.value.trim() ?? '';
  }

  get #wrongBench(): string | undefined {
    const text = this.#benchText;
    if (text === '') return undefined;
    try {
      readBenchOrigin(text);
      return undefined;
    } catch (error) {
      return `Bench: ${messageOf(error)}.`;
    }
  }

  async #ask(): Promise<string> {
    if (this.#wrongBench !== undefined) return this.#wrongBench;
    const origin = this.bench;
    if (origin === undefined) return 'Empty: the site’s own bench.';
    const { whatAnswers } = await import('./ask.ts');
    return whatAnswers(origin, this.#study);
  }
}
