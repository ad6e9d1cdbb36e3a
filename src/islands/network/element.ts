/** Computes the table of `NetworkTimes.astro` with the values that the reader types. */
import { timeTexts } from '../../network/times.ts';
import { fill } from '../dom.ts';

class NetworkTimes extends HTMLElement {
  connectedCallback(): void {
    this.addEventListener('input', () => this.#update());
  }

  #update(): void {
    const inputs = [...this.querySelectorAll('input')];
    const wrong = inputs.find(({ validity }) => !validity.valid);
    const label = wrong?.labels?.[0]?.textContent.trim() ?? '';
    fill(this, { note: wrong ? `${label}: ${wrong.validationMessage}` : '' });
    if (wrong) return;
    const valueOf = (name: string): number =>
      inputs.find((input) => input.name === name)?.valueAsNumber ?? NaN;
    for (const row of this.querySelectorAll<HTMLElement>('tbody tr')) {
      const { own, roundTripMs, megabitsPerSecond } = row.dataset;
      const isOwn = own !== undefined;
      const call = {
        roundTripMs: isOwn ? valueOf('roundTripMs') : Number(roundTripMs),
        megabitsPerSecond: isOwn ? valueOf('megabitsPerSecond') : Number(megabitsPerSecond),
        payloadBytes: valueOf('payloadBytes'),
        processingMs: valueOf('processingMs'),
      };
      fill(row, timeTexts(call, Number(this.dataset['gap'])));
    }
  }
}

customElements.define('network-times', NetworkTimes);
