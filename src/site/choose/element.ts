/** `<choose-tables>`: shows the recommendation and the table of a choice, and writes the choice into the address. */
import { part } from '../islands/dom.ts';
import type { Choice, ChooseData } from './choice.ts';
import { viewOf } from './view.ts';

const FIELDS = ['from', 'network', 'operation', 'needs', 'all'] as const;
type Field = (typeof FIELDS)[number];

class ChooseTablesElement extends HTMLElement {
  #data!: ChooseData;
  #controls!: Array<HTMLInputElement | HTMLSelectElement>;
  /** The choice without an address. */
  #usual!: Map<Field, string>;

  connectedCallback(): void {
    this.#data = JSON.parse(part(this, 'data', HTMLScriptElement).text) as ChooseData;
    this.#controls = [
      ...this.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select'),
    ];
    // A browser may have kept what was chosen before a reload: the address says it.
    for (const control of this.#controls) {
      if (control instanceof HTMLSelectElement) control.selectedIndex = 0;
      else control.checked = control.defaultChecked;
    }
    this.#usual = this.#fields();
    const query = new URLSearchParams(location.search);
    for (const control of this.#controls) {
      const asked = query.get(control.name)?.split(',') ?? [];
      if (control instanceof HTMLInputElement) control.checked ||= asked.includes(control.value);
      else
        control.selectedIndex = Math.max(
          0,
          [...control.options].findIndex(({ value }) => asked.includes(value)),
        );
    }
    this.addEventListener('change', () => this.#update());
    this.addEventListener('submit', (event) => event.preventDefault());
    // Without a choice in the address the page is as it was built.
    if (location.search !== '') this.#show();
  }

  #chosen(field: Field): string[] {
    return this.#controls.flatMap((control) => {
      const isOn = control instanceof HTMLSelectElement || control.checked;
      return control.name === field && isOn ? [control.value] : [];
    });
  }

  #fields(): Map<Field, string> {
    return new Map(FIELDS.map((name) => [name, this.#chosen(name).join(',')]));
  }

  #update(): void {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of this.#fields()) {
      if (value === this.#usual.get(name)) query.delete(name);
      else query.set(name, value);
    }
    const search = query.toString().replaceAll('%2C', ',');
    const { pathname, hash } = location;
    history.replaceState(null, '', `${pathname}${search && `?${search}`}${hash}`);
    this.#show();
  }

  #show(): void {
    const [from = '', network = '', operation = ''] = (
      ['from', 'network', 'operation'] as const
    ).map((name) => this.#chosen(name)[0]);
    const needs = this.#chosen('needs');
    const choice: Choice = { from, network, operation, needs, all: this.#chosen('all').length > 0 };
    const { recommendation, table, measured, farther, run } = viewOf(this.#data, choice);
    part(this, 'recommendation', HTMLElement).innerHTML = recommendation;
    part(this, 'table', HTMLElement).innerHTML = table;
    part(this, 'measured', HTMLElement).innerHTML = measured;
    part(this, 'farther', HTMLElement).innerHTML = farther;
    part(this, 'all', HTMLElement).hidden = farther === '';
    const link = this.querySelector<HTMLAnchorElement>('[data-part="run"]');
    if (link === null) return;
    link.hidden = run === '';
    link.href = run;
  }
}

customElements.define('choose-tables', ChooseTablesElement);
