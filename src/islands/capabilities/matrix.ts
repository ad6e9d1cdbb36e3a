import type { ProbeResult } from '../../probes/run.ts';
import { CellKeys } from './cell-keys.ts';
import { ProbeDialog } from './dialog.ts';
import { isWanted } from './filter.ts';
import { runHere } from './run.ts';

/** The matrix of capabilities: chooses rows, opens cells, and runs the probes in this browser. */
export class CapabilityMatrix extends HTMLElement {
  #running: AbortController | undefined;
  #cells = new CellKeys(this);

  connectedCallback(): void {
    const controls = this.#part('controls');
    controls.hidden = false;
    const choose = () => this.#choose();
    this.#part('text').addEventListener('input', choose);
    this.#part('group').addEventListener('change', choose);
    this.#part('differences').addEventListener('change', choose);
    this.#part('run-all').addEventListener('click', () => void this.#run());
    this.#part('cancel').addEventListener('click', () => this.#running?.abort());
    this.#cells.listen();
    new ProbeDialog(this.#part<HTMLDialogElement>('dialog'), this.#origin).listen(this);
    choose();
  }

  get #origin(): string {
    return this.#part('controls').dataset['origin'] ?? '';
  }

  #part<Kind extends HTMLElement = HTMLElement>(name: string): Kind {
    const found = this.querySelector<Kind>(`[data-part="${name}"]`);
    if (found === null) throw new Error(`capability-matrix: got no part "${name}"`);
    return found;
  }

  #choose(): void {
    const wanted = {
      text: this.#part<HTMLInputElement>('text').value,
      group: this.#part<HTMLSelectElement>('group').value,
      differences: this.#part<HTMLInputElement>('differences').checked,
    };
    let [shown, all] = [0, 0];
    for (const body of this.querySelectorAll<HTMLElement>('tbody[data-group]')) {
      let any = false;
      for (const row of body.querySelectorAll<HTMLTableRowElement>('tr[data-probe]')) {
        const { probe = '', differs } = row.dataset;
        const text = `${row.cells[0]?.textContent ?? ''} ${probe}`;
        const group = body.dataset['group'] ?? '';
        row.hidden = !isWanted({ text, group, differs: differs !== 'false' }, wanted);
        all += 1;
        if (row.hidden) continue;
        shown += 1;
        any = true;
      }
      body.hidden = !any;
    }
    this.#part('shown').textContent = `${shown} of ${all} questions shown.`;
    this.#cells.refresh();
  }

  async #run(): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    const [start, cancel] = [
      this.#part<HTMLButtonElement>('run-all'),
      this.#part<HTMLButtonElement>('cancel'),
    ];
    const [status, progress] = [this.#part('status'), this.#part<HTMLProgressElement>('progress')];
    start.disabled = true;
    cancel.disabled = false;
    this.dataset['ran'] = '';
    const differing: string[] = [];
    this.#showDiffering(differing);
    status.textContent = 'Running …';
    try {
      const count = await runHere({
        origin: this.#origin,
        signal: running.signal,
        onResult: (result, done, of) => {
          progress.max = of;
          progress.value = done;
          const other = this.#showHere(result);
          if (other !== undefined) differing.push(other);
        },
      });
      const word = running.signal.aborted ? 'Cancelled' : 'Done';
      const differ =
        differing.length === 0 ? 'each as recorded' : `${differing.length} not as recorded`;
      status.textContent = `${word}: ${count} results in your browser, ${differ}.`;
      this.#showDiffering(differing);
    } catch (error) {
      running.abort();
      const reason = error instanceof Error ? error.message : String(error);
      status.textContent = `The run ended: ${reason}. Is the bench within reach?`;
    } finally {
      start.disabled = false;
      cancel.disabled = true;
    }
  }

  /** Writes a result beside the recorded one; a sentence where they differ. */
  #showHere({ probe, system, result, detail }: ProbeResult): string | undefined {
    const cell = this.querySelector(`[data-probe="${probe}"] [data-system="${system}"]`);
    const slot = cell?.querySelector<HTMLElement>('[data-part="here"]');
    const recorded = cell?.querySelector<HTMLElement>('[data-result]')?.dataset['result'];
    if (!slot) return undefined;
    const same = result === recorded;
    slot.textContent = same ? '= here' : `≠ here: ${result}`;
    slot.title = detail;
    slot.dataset['same'] = String(same);
    if (same) return undefined;
    return `${probe} of ${system}: recorded as ${recorded ?? 'nothing'}, here ${result}: ${detail}`;
  }

  #showDiffering(lines: readonly string[]): void {
    const list = this.#part('differing');
    list.hidden = lines.length === 0;
    list.replaceChildren(
      ...lines.map((line) => Object.assign(document.createElement('li'), { textContent: line })),
    );
  }
}
