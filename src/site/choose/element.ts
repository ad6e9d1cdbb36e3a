/** `<choose-tables>`: sorts the rows of a case, keeps those that can do what is asked, and writes the choice into the address. */
import type { ArmFeature } from '../../matrix/features.ts';
import { markFitting, part } from '../islands/dom.ts';

export interface ChooseData {
  /** By panel: numbers to sort by, by row and column, and the arm of each row. */
  panels: Record<
    string,
    { values: Record<string, Record<string, number>>; arms: Record<string, string> }
  >;
  features: Record<string, Record<string, ArmFeature['answer']>>;
}

const FIELDS = ['from', 'network', 'sort', 'needs'] as const;
type Field = (typeof FIELDS)[number];

class ChooseTablesElement extends HTMLElement {
  #data!: ChooseData;
  #form!: HTMLFormElement;
  /** The choice without an address. */
  #usual!: Map<Field, string>;

  connectedCallback(): void {
    this.#data = JSON.parse(part(this, 'data', HTMLScriptElement).text) as ChooseData;
    this.#form = part(this, 'form', HTMLFormElement);
    this.#form.reset();
    this.#usual = this.#choice();
    this.#readAddress();
    this.addEventListener('change', () => this.#update());
    this.#form.addEventListener('submit', (event) => event.preventDefault());
    this.#form.addEventListener('reset', () => window.setTimeout(() => this.#update()));
    markFitting(this);
    // Without a choice in the address the page is as it was built.
    if (location.search !== '') this.#show();
  }

  #rows(within: string): HTMLElement[] {
    return [...this.querySelectorAll<HTMLElement>(`${within} tr[data-row]`)];
  }

  #chosen(name: Field): string[] {
    return [...new Set(new FormData(this.#form).getAll(name).map(String))];
  }

  #choice(): Map<Field, string> {
    return new Map(FIELDS.map((name) => [name, this.#chosen(name).join(',')]));
  }

  #readAddress(): void {
    const query = new URLSearchParams(location.search);
    for (const field of this.#form.elements) {
      if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
      const asked = query.get(field.name)?.split(',') ?? [];
      if (field instanceof HTMLInputElement) field.checked ||= asked.includes(field.value);
      else if ([...field.options].some(({ value }) => value === asked[0])) {
        field.value = asked[0] ?? '';
      }
    }
  }

  #update(): void {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of this.#choice()) {
      if (value === this.#usual.get(name)) query.delete(name);
      else query.set(name, value);
    }
    const search = query.toString().replaceAll('%2C', ',').replaceAll('%2F', '/');
    const { pathname, hash } = location;
    history.replaceState(null, '', `${pathname}${search && `?${search}`}${hash}`);
    this.#show();
  }

  #show(): void {
    const needs = this.#chosen('needs');
    const answersOf = (row: string) => needs.map((need) => this.#data.features[row]?.[need]);
    const isLeft = (row: string): boolean => !answersOf(row).includes('no');
    for (const row of this.#rows('')) row.hidden = !isLeft(row.dataset['row'] ?? '');
    for (const panel of this.querySelectorAll<HTMLElement>('.rt-choose-panel')) {
      this.#order(panel, (row) => answersOf(row).includes('not tested'));
    }
    const does = (row: HTMLElement): boolean =>
      !row.classList.contains('rt-reference') &&
      answersOf(row.dataset['row'] ?? '').every((answer) => answer === 'yes');
    const none = part(this, 'none', HTMLElement);
    none.hidden = needs.length === 0 || this.#rows('.rt-choose-panel').some(does);
    none.textContent = none.dataset[['one', 'two'][needs.length - 1] ?? 'more'] ?? '';
    const run = this.querySelector<HTMLAnchorElement>('[data-part="run"]');
    if (run === null) return;
    const panel = this.#data.panels[`${this.#chosen('from')[0]} ${this.#chosen('network')[0]}`];
    const left = Object.entries(panel?.arms ?? {}).filter(([row]) => isLeft(row));
    const address = new URL(run.href);
    address.searchParams.set('arms', left.map(([, arm]) => arm).join(','));
    run.href = address.href;
  }

  /** Rows by the chosen column; those that were not tested for what is asked stand behind all others. */
  #order(panel: HTMLElement, isUntested: (row: string) => boolean): void {
    const [column = ''] = this.#chosen('sort');
    const values = this.#data.panels[panel.dataset['panel'] ?? '']?.values ?? {};
    for (const body of panel.querySelectorAll('tbody')) {
      const rows = [...body.querySelectorAll<HTMLElement>('tr[data-row]')].map((row) => {
        const { row: id = '' } = row.dataset;
        row.classList.toggle('rt-untested', isUntested(id));
        return { row, isLast: Number(isUntested(id)), value: values[id]?.[column] ?? Infinity };
      });
      rows.sort((one, other) => one.isLast - other.isLast || one.value - other.value || 0);
      body.append(...rows.map(({ row }) => row));
    }
  }
}

customElements.define('choose-tables', ChooseTablesElement);
