const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function stopAt(table: HTMLTableElement, stop: Element | null): void {
  for (const each of table.querySelectorAll('a')) each.tabIndex = each === stop ? 0 : -1;
}

/** Makes the first link of a table the one at which the Tab key stops, after its rows changed. */
export function stopAtFirst(table: HTMLTableElement): void {
  stopAt(table, table.querySelector('a'));
}

/** Arrow keys between the links of a table, which together are one stop of the Tab key. */
export function wireCells(table: HTMLTableElement): void {
  stopAtFirst(table);
  table.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement) stopAt(table, target);
  });
  table.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    const { target } = event;
    if (step === undefined || !(target instanceof HTMLAnchorElement)) return;
    const rows = [...table.querySelectorAll('tr[data-probe]')].map((row) => [
      ...row.querySelectorAll('a'),
    ]);
    const y = rows.findIndex((row) => row.includes(target));
    const x = rows[y]?.indexOf(target);
    const next = x === undefined ? undefined : rows[y + step[1]]?.[x + step[0]];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });
}
