import type { ProbeResult } from '../../probes/run.ts';
import { part } from '../dom.ts';
import { isWanted } from './filter.ts';
import { CapabilityProbes, runHere, wireSections } from './probes.ts';

/** Steps for each key: columns and rows. */
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Arrow keys between the cells of the matrix, which together are one stop of the Tab key.
 *
 * @returns what gives that stop to the first cell in sight, after rows were hidden or shown
 */
function wireCells(root: HTMLElement): () => void {
  const cellsIn = (element: HTMLElement) => [
    ...element.querySelectorAll<HTMLElement>('[data-cell]'),
  ];
  const rowsInSight = () =>
    [...root.querySelectorAll<HTMLElement>('tr[data-probe]:not([hidden])')].map(cellsIn);
  const stopAt = (cell: HTMLElement) => {
    for (const each of cellsIn(root)) each.tabIndex = -1;
    cell.tabIndex = 0;
  };
  root.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.matches('[data-cell]')) stopAt(target);
  });
  root.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    const { target } = event;
    if (step === undefined || !(target instanceof HTMLElement)) return;
    const rows = rowsInSight();
    const y = rows.findIndex((row) => row.includes(target));
    const x = rows[y]?.indexOf(target);
    const next = x === undefined ? undefined : rows[y + step[1]]?.[x + step[0]];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });
  return () => {
    const [first] = rowsInSight()[0] ?? [];
    if (first !== undefined) stopAt(first);
  };
}

/**
 * Opens a probe beside the matrix. Its section stands on the page of its group, which the cell
 * links to: without JavaScript, or where it cannot be fetched, the reader goes there.
 */
function wireDialog(root: HTMLElement, origin: string): void {
  const dialog = part(root, 'dialog', HTMLDialogElement);
  const body = part(dialog, 'dialog-body', HTMLElement);
  const open = async ({ hash, href }: HTMLAnchorElement) => {
    const [probe = '', system] = hash.slice(1).split('--');
    const section = await fetchSection(href, probe);
    if (section === null) return location.assign(href);
    body.replaceChildren(section);
    wireSections(body, origin);
    dialog.setAttribute('aria-label', section.querySelector('h2')?.textContent ?? probe);
    if (system !== undefined) {
      section.querySelector(`[data-system="${system}"]`)?.setAttribute('data-asked', '');
      const code = section.querySelector(`details[data-systems~="${system}"]`);
      code?.setAttribute('open', '');
    }
    dialog.showModal();
  };
  root.addEventListener('click', (event) => {
    const { target } = event;
    if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const link = target.closest<HTMLAnchorElement>('tr[data-probe] a');
    if (link === null) return;
    event.preventDefault();
    void open(link);
  });
  part(dialog, 'close', HTMLElement).addEventListener('click', () => dialog.close());
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
  #stopAtFirst = wireCells(this);

  connectedCallback(): void {
    const controls = part(this, 'controls', HTMLElement);
    controls.hidden = false;
    const origin = controls.dataset['origin'] ?? '';
    const on = (name: string, type: string, act: () => void) =>
      part(this, name, HTMLElement).addEventListener(type, act);
    on('text', 'input', () => this.#choose());
    on('group', 'change', () => this.#choose());
    on('differences', 'change', () => this.#choose());
    on('run-all', 'click', () => void this.#run(origin));
    on('cancel', 'click', () => this.#running?.abort());
    wireDialog(this, origin);
    this.#choose();
  }

  #choose(): void {
    const wanted = {
      text: part(this, 'text', HTMLInputElement).value,
      group: part(this, 'group', HTMLSelectElement).value,
      differences: part(this, 'differences', HTMLInputElement).checked,
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
    part(this, 'shown', HTMLElement).textContent = `${shown} of ${all} questions shown.`;
    this.#stopAtFirst();
  }

  async #run(origin: string): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    const start = part(this, 'run-all', HTMLButtonElement);
    const cancel = part(this, 'cancel', HTMLButtonElement);
    const status = part(this, 'status', HTMLElement);
    const progress = part(this, 'progress', HTMLProgressElement);
    start.disabled = true;
    cancel.disabled = false;
    this.dataset['ran'] = '';
    const differing: string[] = [];
    this.#showDiffering(differing);
    status.textContent = 'Running …';
    try {
      const count = await runHere({
        origin,
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
    const list = part(this, 'differing', HTMLElement);
    list.hidden = lines.length === 0;
    list.replaceChildren(
      ...lines.map((line) => Object.assign(document.createElement('li'), { textContent: line })),
    );
  }
}

customElements.define('capability-matrix', CapabilityMatrix);
customElements.define('capability-probes', CapabilityProbes);
