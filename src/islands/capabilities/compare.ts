import { colorOf, lookOf } from '../../figures/palette.ts';
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
import { stopAtFirst } from './cells.ts';
import { type Here, recordedIn, showCell } from './row.ts';

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
export function wireCompare(root: HTMLElement, here: Here): void {
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
    const reason = error instanceof Error ? error.message : String(error);
    part(root, 'compared', HTMLElement).textContent = reason;
  }
}
