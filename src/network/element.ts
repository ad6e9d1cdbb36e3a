/** Computes the table of `NetworkTimes.astro` with the values that the reader types. */
import { toHtml } from '../tables/html.ts';
import { type Inputs, type Network, networkTable } from './times.ts';

class NetworkTimes extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener('input', () => this.#update());
  }

  #update(): void {
    const inputs = [...this.querySelectorAll('input')];
    const wrong = inputs.find(({ validity }) => !validity.valid);
    const label = wrong?.labels?.[0]?.textContent.trim() ?? '';
    const status = this.querySelector('[role="status"]');
    if (status) status.textContent = wrong ? `${label}: ${wrong.validationMessage}` : '';
    if (wrong) return;
    const values = inputs.map(({ name, valueAsNumber }) => [name, valueAsNumber] as const);
    const { networks = '[]', gap } = this.dataset;
    const table = networkTable(
      // The component wrote it, from values of this type.
      JSON.parse(networks) as Array<Network & { label: string }>,
      Object.fromEntries(values) as Record<keyof Inputs, number>,
      Number(gap),
    );
    const shown = this.querySelector('.rt-data');
    if (shown) shown.outerHTML = toHtml(table, { className: 'rt-listed' });
  }
}

customElements.define('network-times', NetworkTimes);
