/** Tables that an entry fetches: the one that its switches choose, and every number of a record once that is opened. */
import { fetchTable, part } from './dom.ts';

const newest = new WeakMap<HTMLElement, string>();

/** Shows a table in a place, unless another is asked for by the time that it is here. */
async function show(place: HTMLElement, address: string): Promise<void> {
  newest.set(place, address);
  const { table } = await fetchTable(address).catch((error: unknown) => ({ table: String(error) }));
  if (newest.get(place) === address) place.innerHTML = table;
}

for (const box of document.querySelectorAll<HTMLElement>('.rt-results')) {
  box.addEventListener('change', () => {
    const [workload, record] = ['workload', 'record'].map(
      (name) =>
        box.querySelector<HTMLInputElement | HTMLSelectElement>(
          `[name="${name}"]:is(:checked, select)`,
        )?.value,
    );
    const address = `${box.dataset['folder']}${record}.${workload}.json`;
    void show(part(box, 'table', HTMLElement), address);
  });
}

for (const fold of document.querySelectorAll<HTMLDetailsElement>('details[data-from]')) {
  const place = part(fold, 'record', HTMLElement);
  const open = (): void => {
    if (fold.open && !newest.has(place)) void show(place, fold.dataset['from'] ?? '');
  };
  fold.addEventListener('toggle', open);
  open();
}
