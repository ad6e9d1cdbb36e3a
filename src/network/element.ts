/** Computes the table of `NetworkTimes.astro` with the values that the reader types. */
import { rowsIn } from '../tables/table.ts';
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
    const valueOf = (name: keyof Inputs): number =>
      inputs.find((input) => input.name === name)?.valueAsNumber ?? NaN;
    const { networks = '[]', gap } = this.dataset;
    const table = networkTable(
      // The component wrote it, from values of this type.
      JSON.parse(networks) as Array<Network & { label: string }>,
      {
        roundTripMs: valueOf('roundTripMs'),
        megabitsPerSecond: valueOf('megabitsPerSecond'),
        payloadBytes: valueOf('payloadBytes'),
        processingMs: valueOf('processingMs'),
      },
      Number(gap),
    );
    const lines = [...this.querySelectorAll('tbody tr')];
    for (const [at, { cells }] of rowsIn(table).entries()) {
      for (const [column, cell] of cells.entries()) {
        const shown = lines[at]?.children[column];
        const note = shown?.querySelector('small');
        if (shown && typeof cell === 'string') shown.textContent = cell;
        if (note && typeof cell === 'object' && 'note' in cell) note.textContent = cell.note ?? '';
      }
    }
  }
}

customElements.define('network-times', NetworkTimes);
