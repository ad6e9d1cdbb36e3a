import type { ProbeResult } from '../../probes/run.ts';
import { isWanted } from './filter.ts';
import { CapabilityProbes, runHere, wireSections } from './probes.ts';

/** Steps for each key: columns and rows. */
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Arrow keys between the cells of the matrix, which together are one stop of the Tab key. */
class CellKeys {
  readonly #root: HTMLElement;

  constructor(root: HTMLElement) {
    this.#root = root;
  }

  listen(): void {
    this.#root.addEventListener('keydown', (event) => this.#move(event));
    this.#root.addEventListener('focusin', ({ target }) => {
      if (target instanceof HTMLElement && target.matches('[data-cell]')) this.#stopAt(target);
    });
  }

  /** After rows were hidden or shown: the first cell in sight takes the focus of Tab. */
  refresh(): void {
    const [first] = this.#rows()[0] ?? [];
    if (first !== undefined) this.#stopAt(first);
  }

  #rows(): HTMLElement[][] {
    return [...this.#root.querySelectorAll<HTMLElement>('tr[data-probe]:not([hidden])')].map(
      (row) => [...row.querySelectorAll<HTMLElement>('[data-cell]')],
    );
  }

  #stopAt(cell: HTMLElement): void {
    for (const each of this.#root.querySelectorAll<HTMLElement>('[data-cell]')) each.tabIndex = -1;
    cell.tabIndex = 0;
  }

  #move(event: KeyboardEvent): void {
    const step = steps[event.key];
    const { target } = event;
    if (step === undefined || !(target instanceof HTMLElement)) return;
    const rows = this.#rows();
    const y = rows.findIndex((row) => row.includes(target));
    const x = rows[y]?.indexOf(target);
    if (x === undefined) return;
    const next = rows[y + step[1]]?.[x + step[0]];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  }
}

/**
 * Opens a probe beside the matrix. Its section stands on the page of its group, which the cell
 * links to: without JavaScript, or where it cannot be fetched, the reader goes there.
 */
class ProbeDialog {
  readonly #dialog: HTMLDialogElement;
  readonly #origin: string;

  constructor(dialog: HTMLDialogElement, origin: string) {
    this.#dialog = dialog;
    this.#origin = origin;
  }

  /** Opens for every link to a probe inside an element. */
  listen(root: HTMLElement): void {
    root.addEventListener('click', (event) => {
      const { target } = event;
      if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const link = target.closest<HTMLAnchorElement>('tr[data-probe] a');
      if (link === null) return;
      event.preventDefault();
      void this.#open(link);
    });
    this.#dialog
      .querySelector('[data-part="close"]')
      ?.addEventListener('click', () => this.#dialog.close());
  }

  async #open(link: HTMLAnchorElement): Promise<void> {
    const { hash, href } = link;
    const [probe = '', system] = hash.slice(1).split('--');
    const section = await fetchSection(href, probe);
    const body = this.#dialog.querySelector('[data-part="dialog-body"]');
    if (section === null || body === null) {
      location.assign(href);
      return;
    }
    body.replaceChildren(section);
    wireSections(body, this.#origin);
    this.#dialog.setAttribute('aria-label', section.querySelector('h2')?.textContent ?? probe);
    if (system !== undefined) {
      section.querySelector(`[data-system="${system}"]`)?.setAttribute('data-asked', '');
      const code = section.querySelector(`details[data-systems~="${system}"]`);
      code?.setAttribute('open', '');
    }
    this.#dialog.showModal();
  }
}

async function fetchSection(address: string, probe: string): Promise<HTMLElement | null> {
  try {
    const response = await fetch(address);
    if (!response.ok) return null;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const section = page.getElementById(probe);
    if (section === null) return null;
    // The same ids must not stand twice where the section already is on this page.
    for (const each of section.querySelectorAll('[id]')) each.removeAttribute('id');
    section.removeAttribute('id');
    section.removeAttribute('aria-labelledby');
    return document.adoptNode(section);
  } catch {
    return null;
  }
}

/** The matrix of capabilities: chooses rows, opens cells, and runs the probes in this browser. */
class CapabilityMatrix extends HTMLElement {
  #running: AbortController | undefined;
  #cells = new CellKeys(this);

  connectedCallback(): void {
    const controls = this.#part('controls');
    controls.hidden = false;
    const choose = () => this.#choose();
    this.#part('text').addEventListener('input', choose);
    this.#part('group').addEventListener('change', choose);
    this.#part('differences').addEventListener('change', choose);
    this.#part('run-all').addEventListener('click', () => void this.#run());
    this.#part('cancel').addEventListener('click', () => this.#running?.abort());
    this.#cells.listen();
    new ProbeDialog(this.#part<HTMLDialogElement>('dialog'), this.#origin).listen(this);
    choose();
  }

  get #origin(): string {
    return this.#part('controls').dataset['origin'] ?? '';
  }

  #part<Kind extends HTMLElement = HTMLElement>(name: string): Kind {
    const found = this.querySelector<Kind>(`[data-part="${name}"]`);
    if (found === null) throw new Error(`capability-matrix: got no part "${name}"`);
    return found;
  }

  #choose(): void {
    const wanted = {
      text: this.#part<HTMLInputElement>('text').value,
      group: this.#part<HTMLSelectElement>('group').value,
      differences: this.#part<HTMLInputElement>('differences').checked,
    };
    let [shown, all] = [0, 0];
    for (const body of this.querySelectorAll<HTMLElement>('tbody[data-group]')) {
      let any = false;
      for (const row of body.querySelectorAll<HTMLTableRowElement>('tr[data-probe]')) {
        const { probe = '', differs } = row.dataset;
        const text = `${row.cells[0]?.textContent ?? ''} ${probe}`;
        const group = body.dataset['group'] ?? '';
        row.hidden = !isWanted({ text, group, differs: differs !== 'false' }, wanted);
        all += 1;
        if (row.hidden) continue;
        shown += 1;
        any = true;
      }
      body.hidden = !any;
    }
    this.#part('shown').textContent = `${shown} of ${all} questions shown.`;
    this.#cells.refresh();
  }

  async #run(): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    const [start, cancel] = [
      this.#part<HTMLButtonElement>('run-all'),
      this.#part<HTMLButtonElement>('cancel'),
    ];
    const [status, progress] = [this.#part('status'), this.#part<HTMLProgressElement>('progress')];
    start.disabled = true;
    cancel.disabled = false;
    this.dataset['ran'] = '';
    const differing: string[] = [];
    this.#showDiffering(differing);
    status.textContent = 'Running …';
    try {
      const count = await runHere({
        origin: this.#origin,
        signal: running.signal,
        onResult: (result, done, of) => {
          progress.max = of;
          progress.value = done;
          const other = this.#showHere(result);
          if (other !== undefined) differing.push(other);
        },
      });
      const word = running.signal.aborted ? 'Cancelled' : 'Done';
      const differ =
        differing.length === 0 ? 'each as recorded' : `${differing.length} not as recorded`;
      status.textContent = `${word}: ${count} results in your browser, ${differ}.`;
      this.#showDiffering(differing);
    } catch (error) {
      running.abort();
      const reason = error instanceof Error ? error.message : String(error);
      status.textContent = `The run ended: ${reason}. Is the bench within reach?`;
    } finally {
      start.disabled = false;
      cancel.disabled = true;
    }
  }

  /** Writes a result beside the recorded one; a sentence where they differ. */
  #showHere({ probe, system, result, detail }: ProbeResult): string | undefined {
    const cell = this.querySelector(`[data-probe="${probe}"] [data-system="${system}"]`);
    const slot = cell?.querySelector<HTMLElement>('[data-part="here"]');
    const recorded = cell?.querySelector<HTMLElement>('[data-result]')?.dataset['result'];
    if (!slot) return undefined;
    const same = result === recorded;
    slot.textContent = same ? '= here' : `≠ here: ${result}`;
    slot.title = detail;
    slot.dataset['same'] = String(same);
    if (same) return undefined;
    return `${probe} of ${system}: recorded as ${recorded ?? 'nothing'}, here ${result}: ${detail}`;
  }

  #showDiffering(lines: readonly string[]): void {
    const list = this.#part('differing');
    list.hidden = lines.length === 0;
    list.replaceChildren(
      ...lines.map((line) => Object.assign(document.createElement('li'), { textContent: line })),
    );
  }
}

customElements.define('capability-matrix', CapabilityMatrix);
customElements.define('capability-probes', CapabilityProbes);
