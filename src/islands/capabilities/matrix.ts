import { part } from '../dom.ts';
import { wireCells } from './cells.ts';
import { wireCompare } from './compare.ts';
import { wireDialog } from './dialog.ts';
import { CapabilityProbes } from './probes.ts';
import { Here } from './row.ts';
import { wireRunAll } from './run-all.ts';

/** The matrix of capabilities: compares systems, opens cells, and runs the probes here. */
class CapabilityMatrix extends HTMLElement {
  connectedCallback(): void {
    const { origin = '' } = part(this, 'run', HTMLElement).dataset;
    for (const table of this.querySelectorAll('table')) wireCells(table);
    const here = new Here();
    wireCompare(this, here);
    wireDialog(this, origin, here);
    wireRunAll(this, origin, here);
    this.#reveal();
    window.addEventListener('hashchange', () => this.#reveal());
  }

  /** Not every browser opens the folds around an anchor’s target, and none a target that is one. */
  #reveal(): void {
    const target = document.getElementById(location.hash.slice(1));
    if (target === null || !this.contains(target)) return;
    const fold = target.closest('details');
    if (fold) fold.open = true;
    target.scrollIntoView();
  }
}

customElements.define('capability-matrix', CapabilityMatrix);
customElements.define('capability-probes', CapabilityProbes);
