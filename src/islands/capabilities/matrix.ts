import { messageOf } from '../../bench-client/failure.ts';
import type { ProbeResult } from '../../probes/ask.ts';
import { findingText, readCompared } from '../../report/capabilities.ts';
import { fill, part } from '../dom.ts';
import { CapabilityProbes, runHere, showDetail, showHere, wireCells, wireSections } from './row.ts';

/** Results of this browser, the newest last. */
type Here = ProbeResult[];

/** Shows the columns of these systems alone, and says on how many questions they differ. */
function arrange(root: HTMLElement, shown: readonly string[], names: readonly string[]): void {
  for (const cell of root.querySelectorAll<HTMLElement>('table [data-system]')) {
    cell.hidden = !shown.includes(cell.dataset['system'] ?? '');
  }
  const rows = [...root.querySelectorAll('tr[data-probe]')];
  let differ = 0;
  for (const row of rows) {
    const cells = row.querySelectorAll<HTMLElement>('td:not([hidden])');
    const found = new Set([...cells].map(({ dataset }) => dataset['result']));
    row.toggleAttribute('data-alike', found.size === 1);
    if (found.size > 1) differ += 1;
  }
  fill(root, { finding: findingText(rows.length, differ, names), differ: String(differ) });
}

/** The fields of the columns: what they show stands in the address too, and is read from there. */
function wireCompare(root: HTMLElement): void {
  const fields = [...root.querySelectorAll<HTMLInputElement>('input[name="compare"]')];
  const show = () => {
    const chosen = fields.filter(({ checked }) => checked);
    // Two at least, or there is nothing to compare.
    for (const field of chosen) field.disabled = chosen.length === 2;
    const shown = chosen.map(({ value }) => value);
    arrange(
      root,
      shown,
      chosen.map(({ dataset }) => dataset['name'] ?? ''),
    );
    return shown;
  };
  const choose = () => {
    const shown = show();
    const query = shown.length === fields.length ? '' : `?compare=${shown.join()}`;
    history.replaceState(null, '', `${location.pathname}${query}${location.hash}`);
  };
  for (const field of fields) field.addEventListener('change', choose);
  try {
    const known = fields.map(({ value }) => value);
    const asked = readCompared(location.search, known);
    if (asked === undefined) return;
    for (const field of fields) field.checked = asked.includes(field.value);
    show();
  } catch (error) {
    part(root, 'compared', HTMLElement).textContent = messageOf(error);
  }
}

/**
 * Opens a probe beside the matrix. Its section stands on the page of its group, which the cell
 * links to: without JavaScript, or where it cannot be fetched, the reader goes there.
 */
function wireDialog(root: HTMLElement, origin: string, here: Here): void {
  const dialog = part(root, 'dialog', HTMLDialogElement);
  const body = part(dialog, 'dialog-body', HTMLElement);
  const open = async ({ hash, href }: HTMLAnchorElement) => {
    const [probe = '', system] = hash.slice(1).split('--');
    const section = await fetchSection(href, probe);
    if (section === null) return location.assign(href);
    body.replaceChildren(section);
    wireSections(body, origin);
    for (const result of here) if (result.probe === probe) showDetail(section, result);
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
    // On its page once for all: the styles of code, and when and with what it was asked.
    section.append(...page.body.querySelectorAll('link'), part(page, 'recorded', HTMLElement));
    return document.adoptNode(section);
  } catch {
    return null;
  }
}

/** The button that runs all probes in this browser, and writes each result beside the record. */
function wireRunAll(root: HTMLElement, origin: string, here: Here): void {
  const start = part(root, 'run-all', HTMLButtonElement);
  const cancel = part(root, 'cancel', HTMLButtonElement);
  const status = part(root, 'status', HTMLElement);
  const progress = part(root, 'progress', HTMLProgressElement);
  const list = part(root, 'differing', HTMLElement);
  let running = new AbortController();

  const run = async () => {
    running = new AbortController();
    start.disabled = true;
    cancel.hidden = progress.hidden = false;
    list.hidden = true;
    list.replaceChildren();
    status.textContent =
      'Running, for about half a minute. “=” is a result as recorded, “≠” is another.';
    try {
      const onResult = (result: ProbeResult, done: number, of: number) => {
        Object.assign(progress, { max: of, value: done });
        here.push(result);
        const line = showHere(root, result);
        if (line === undefined) return;
        list.append(Object.assign(document.createElement('li'), { textContent: line }));
      };
      const count = await runHere(origin, onResult, { signal: running.signal });
      const word = running.signal.aborted ? 'Cancelled' : 'Done';
      const others = list.childElementCount;
      const differ = others === 0 ? 'each as recorded' : `${others} not as recorded`;
      status.textContent = `${word}: ${count} results in your browser, ${differ}.`;
      list.hidden = others === 0;
    } catch (error) {
      running.abort();
      status.textContent = `The run ended: ${messageOf(error)}. Is the bench within reach?`;
    } finally {
      start.disabled = false;
      cancel.hidden = progress.hidden = true;
    }
  };
  start.addEventListener('click', () => void run());
  cancel.addEventListener('click', () => running.abort());
}

/** The matrix of capabilities: compares systems, opens cells, and runs the probes here. */
class CapabilityMatrix extends HTMLElement {
  connectedCallback(): void {
    const { origin = '' } = part(this, 'run', HTMLElement).dataset;
    const here: Here = [];
    wireCells(this);
    wireCompare(this);
    wireDialog(this, origin, here);
    wireRunAll(this, origin, here);
  }
}

customElements.define('capability-matrix', CapabilityMatrix);
customElements.define('capability-probes', CapabilityProbes);
