import { messageOf } from '../../bench-client/failure.ts';
import { colorOf, lookOf } from '../../figures/palette.ts';
import type { ProbeResult } from '../../probes/ask.ts';
import {
  elsewhereText,
  findingText,
  groupText,
  type Pair,
  readPair,
  sideOf,
  sides,
  sideText,
} from '../../report/capabilities.ts';
import { fill, part } from '../dom.ts';
import {
  CapabilityProbes,
  type Here,
  recordedIn,
  runHere,
  showCell,
  showDetail,
  stopAtFirst,
  wireCells,
  wireSections,
} from './row.ts';

/** Sets the matrix out for two systems: where they differ, and in its folds where they do not. */
function arrange(root: HTMLElement, pair: Pair, names: Pair, here: Here): void {
  const rows = [...root.querySelectorAll<HTMLElement>('tr[data-probe]')].sort(
    (one, other) => Number(one.dataset['order']) - Number(other.dataset['order']),
  );
  let differ = 0;
  for (const row of rows) {
    const side = sideOf(recordedIn(row, pair[0]), recordedIn(row, pair[1]));
    const fold = `#group-${row.dataset['group']} tbody`;
    root.querySelector(side === undefined ? fold : `tbody[data-side="${side}"]`)?.append(row);
    if (side !== undefined) differ += 1;
    row.querySelectorAll('td').forEach((cell, place) => {
      const system = pair[place];
      if (system !== undefined) showCell(row, cell, system, here);
    });
  }
  for (const body of root.querySelectorAll<HTMLElement>('tbody')) {
    const own = body.querySelectorAll('[data-probe]').length;
    const side = sides.find((each) => each === body.dataset['side']);
    body.hidden = own === 0;
    if (side !== undefined) fill(body, { title: sideText(side, names, own) });
  }
  for (const fold of root.querySelectorAll<HTMLElement>('details[data-of]')) {
    const of = Number(fold.dataset['of']);
    const own = of - fold.querySelectorAll('[data-probe]').length;
    const elsewhere = elsewhereText(fold.dataset['label'] ?? '', own);
    fill(fold, { differ: groupText(own, of), elsewhere });
  }
  for (const table of root.querySelectorAll('table')) {
    table.hidden = table.querySelector('[data-probe]') === null;
    stopAtFirst(table);
  }
  pair.forEach((system, place) => {
    for (const head of root.querySelectorAll(`th[data-place="${place}"]`)) {
      fill(head, { name: names[place] ?? system });
      const glyph = head.querySelector<HTMLElement>('.rt-system-glyph');
      if (glyph === null) continue;
      glyph.textContent = lookOf(system).glyph.filled;
      glyph.style.color = colorOf(system);
    }
  });
  const { length } = rows;
  fill(root, { finding: findingText(names, differ, length), same: String(length - differ) });
}

/** The two fields: what they compare stands in the address too, and is read from there. */
function wireCompare(root: HTMLElement, here: Here): void {
  const first = part(root, 'first', HTMLSelectElement);
  const second = part(root, 'second', HTMLSelectElement);
  const usual: Pair = [first.value, second.value];
  let shown = usual;

  const show = (pair: Pair) => {
    shown = pair;
    [first.value, second.value] = pair;
    const nameIn = ({ selectedOptions: [option] }: HTMLSelectElement) =>
      option?.dataset['name'] ?? '';
    arrange(root, pair, [nameIn(first), nameIn(second)], here);
  };
  const choose = () => {
    const [one, other] = shown;
    // The one that the other field had already: they change places.
    show(first.value === second.value ? [other, one] : [first.value, second.value]);
    const isUsual = shown.join() === usual.join();
    const address = isUsual ? location.pathname : `?compare=${shown.join()}`;
    history.replaceState(null, '', address);
  };
  for (const field of [first, second]) field.addEventListener('change', choose);

  try {
    const known = [...first.options].map(({ value }) => value);
    const asked = readPair(location.search, known);
    if (asked) show(asked);
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
    // When and with what: on its page once for all.
    section.append(part(page, 'recorded', HTMLElement));
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
        const line = showHere(root, result, here);
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

/** Writes a result beside the recorded one, where that is shown; a sentence where they differ. */
function showHere(
  root: HTMLElement,
  { probe, system, result, detail }: ProbeResult,
  here: Here,
): string | undefined {
  const row = root.querySelector<HTMLElement>(`[data-probe="${probe}"]`);
  if (row === null) return undefined;
  const cell = row.querySelector<HTMLElement>(`td[data-system="${system}"]`);
  if (cell) showCell(row, cell, system, here);
  const recorded = recordedIn(row, system);
  if (result === recorded) return undefined;
  return `${probe} of ${system}: recorded as ${recorded}, here ${result}: ${detail}`;
}

/** The matrix of capabilities: compares systems, opens cells, and runs the probes here. */
class CapabilityMatrix extends HTMLElement {
  connectedCallback(): void {
    const { origin = '' } = part(this, 'run', HTMLElement).dataset;
    for (const table of this.querySelectorAll('table')) wireCells(table);
    const here: Here = [];
    wireCompare(this, here);
    wireDialog(this, origin, here);
    wireRunAll(this, origin, here);
    this.#reveal();
    window.addEventListener('hashchange', () => this.#reveal());
  }

  /** Not every browser opens the folds around an anchor’s target, and none a target that is one. */
  #reveal(): void {
    const target = document.getElementById(location.hash.slice(1));
    if (target === null || !this.contains(target)) return;
    const fold = target.closest('details');
    if (fold) fold.open = true;
    target.scrollIntoView();
  }
}

customElements.define('capability-matrix', CapabilityMatrix);
customElements.define('capability-probes', CapabilityProbes);
