/** The additional fields of the lab: free workloads, the seed, another bench; and its address. */
import { messageOf } from '../../bench-client/failure.ts';
import { readBenchOrigin } from '../../bench-client/about.ts';
import type { PlanOptions } from '../../harness/plan/index.ts';
import { freeId, type FreeLoad, freeOutline, readFree, wrongWith } from '../../studies/free.ts';
import { clone, fill, part } from '../dom.ts';
import { type Asked, writeQuery } from './query.ts';
import { failureOf, failureWords } from './status.ts';

class FreeRows {
  readonly #root: HTMLElement;
  readonly #list: HTMLElement;
  readonly #onChange: () => void;

  /** @param root holds the list, its template and the button that adds a row */
  constructor(root: HTMLElement, onChange: () => void) {
    this.#root = root;
    this.#list = part(root, 'free-list', HTMLElement);
    this.#onChange = onChange;
    part(root, 'free-add', HTMLButtonElement).addEventListener('click', () => {
      const row = this.#add({ way: 'echo', bytes: 2500, calls: 8 });
      onChange();
      part(row, 'way', HTMLSelectElement).focus();
    });
  }

  /** Ids of the workloads that the rows ask for, each once; rows with a mistake are left out. */
  get ids(): string[] {
    const loads = this.#rows.map(loadOf).filter((load) => wrongWith(load) === undefined);
    return [...new Set(loads.map(freeId))];
  }

  /** Takes the workloads among these ids that are made of theirs, a row for each. */
  set ids(ids: readonly string[]) {
    this.#list.replaceChildren();
    for (const id of new Set(ids)) {
      const load = readFree(id);
      if (load !== undefined) this.#add(load);
    }
  }

  /**
   * Says under each row what it comes to, or what is wrong with it.
   *
   * @param costOf cost of a workload, in a sentence
   */
  update(costOf: (outline: ReturnType<typeof freeOutline>) => string): void {
    for (const row of this.#rows) {
      const load = loadOf(row);
      const wrong = wrongWith(load);
      part(row, 'bytes', HTMLInputElement).setCustomValidity(
        wrong === undefined ? '' : `Payload and calls: ${wrong}.`,
      );
      const outline = freeOutline(load);
      const text = wrong === undefined ? `${outline.label}. ${costOf(outline)}` : `Now ${wrong}.`;
      fill(row, { free: text });
    }
  }

  get #rows(): HTMLElement[] {
    return [...this.#list.children].filter((row) => row instanceof HTMLElement);
  }

  #add({ way, bytes, calls }: FreeLoad): HTMLElement {
    const row = clone(this.#root, 'free-template');
    part(row, 'way', HTMLSelectElement).value = way;
    part(row, 'bytes', HTMLInputElement).value = String(bytes);
    part(row, 'calls', HTMLInputElement).value = String(calls);
    part(row, 'free-remove', HTMLButtonElement).addEventListener('click', () => {
      // Focus must not fall out of the form with the row that had it.
      const next = row.nextElementSibling ?? row.previousElementSibling;
      row.remove();
      this.#onChange();
      const button = next?.querySelector('button') ?? part(this.#root, 'free-add', HTMLElement);
      button.focus();
    });
    this.#list.append(row);
    return row;
  }
}

function loadOf(row: HTMLElement): FreeLoad {
  return {
    way: part(row, 'way', HTMLSelectElement).value as FreeLoad['way'],
    bytes: part(row, 'bytes', HTMLInputElement).valueAsNumber,
    calls: part(row, 'calls', HTMLInputElement).valueAsNumber,
  };
}

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
    return whatAnswers(origin, this.#study);
  }
}

/** A bench’s description of itself, or why it gives none. Its code is loaded when somebody asks. */
async function whatAnswers(origin: string, study: string): Promise<string> {
  const [{ askAbout }, { aboutText }, { findStudy }] = await Promise.all([
    import('../../bench-client/about.ts'),
    import('../../report/where.ts'),
    import('../../studies/index.ts'),
  ]);
  try {
    return aboutText(origin, await askAbout(origin), findStudy(study));
  } catch (error) {
    const { title, text } = failureWords(failureOf(error));
    return `${title}. ${text} If it runs, it may not admit this page: see below what it has to send.`;
  }
}
