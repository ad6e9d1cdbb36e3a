/** Steps for each key: columns and rows. */
const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Arrow keys between the cells of the matrix, which together are one stop of the Tab key. */
export class CellKeys {
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
