/** Rows of the form for workloads of any payload and any number of calls at once. */
import { freeId, freeOutline, type FreeLoad, readFree, wrongWith } from '../../studies/free.ts';
import { clone, fill, part } from '../dom.ts';

export class FreeRows {
  readonly #root: HTMLElement;
  readonly #list: HTMLElement;
  readonly #onChange: () => void;

  /** @param root what holds the list, its template and the button that adds a row */
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
   * @param costOf what a workload takes, in a sentence
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
