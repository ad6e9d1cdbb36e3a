/** `<choose-tables>`: shows the recommendation and the table of a choice, and writes the choice into the address. */
import { AddressFields, chosenIn } from '../islands/choices.ts';
import { part } from '../islands/dom.ts';
import type { Choice, ChooseData } from './choice.ts';
import { viewOf } from './view.ts';

const FIELDS = ['from', 'network', 'operation', 'needs', 'all'] as const;

class ChooseTablesElement extends HTMLElement {
  #data!: ChooseData;

  connectedCallback(): void {
    this.#data = JSON.parse(part(this, 'data', HTMLScriptElement).text) as ChooseData;
    const address = new AddressFields(this, FIELDS);
    this.addEventListener('change', () => {
      address.keep();
      this.#show();
    });
    this.addEventListener('submit', (event) => event.preventDefault());
    // Without a choice in the address the page is as it was built.
    if (location.search !== '') this.#show();
  }

  #show(): void {
    const [from = '', network = '', operation = ''] = ['from', 'network', 'operation'].flatMap(
      (field) => chosenIn(this, field),
    );
    const needs = chosenIn(this, 'needs');
    const choice: Choice = {
      from,
      network,
      operation,
      needs,
      all: chosenIn(this, 'all').length > 0,
    };
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
