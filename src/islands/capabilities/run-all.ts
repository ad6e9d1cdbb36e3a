import type { ProbeResult } from '../../probes/run.ts';
import { part } from '../dom.ts';
import { runHere } from './probes.ts';
import { type Here, recordedIn, showCell } from './row.ts';

/** The button that runs all probes in this browser, and writes each result beside the record. */
export function wireRunAll(root: HTMLElement, origin: string, here: Here): void {
  const start = part(root, 'run-all', HTMLButtonElement);
  const cancel = part(root, 'cancel', HTMLButtonElement);
  const status = part(root, 'status', HTMLElement);
  const progress = part(root, 'progress', HTMLProgressElement);
  const list = part(root, 'differing', HTMLElement);
  let running = new AbortController();

  const run = async () => {
    running = new AbortController();
    start.disabled = true;
    cancel.hidden = progress.hidden = false;
    list.hidden = true;
    list.replaceChildren();
    status.textContent =
      'Running, for about half a minute. “=” is a result as recorded, “≠” is another.';
    try {
      const count = await runHere({
        origin,
        signal: running.signal,
        onResult(result, done, of) {
          progress.max = of;
          progress.value = done;
          here.add(result);
          const line = showHere(root, result, here);
          if (line === undefined) return;
          list.append(Object.assign(document.createElement('li'), { textContent: line }));
        },
      });
      const word = running.signal.aborted ? 'Cancelled' : 'Done';
      const others = list.childElementCount;
      const differ = others === 0 ? 'each as recorded' : `${others} not as recorded`;
      status.textContent = `${word}: ${count} results in your browser, ${differ}.`;
      list.hidden = others === 0;
    } catch (error) {
      running.abort();
      const reason = error instanceof Error ? error.message : String(error);
      status.textContent = `The run ended: ${reason}. Is the bench within reach?`;
    } finally {
      start.disabled = false;
      cancel.hidden = progress.hidden = true;
    }
  };
  start.addEventListener('click', () => void run());
  cancel.addEventListener('click', () => running.abort());
}

/** Writes a result beside the recorded one, where that is shown; a sentence where they differ. */
function showHere(
  root: HTMLElement,
  { probe, system, result, detail }: ProbeResult,
  here: Here,
): string | undefined {
  const row = root.querySelector<HTMLElement>(`[data-probe="${probe}"]`);
  if (row === null) return undefined;
  const cell = row.querySelector<HTMLElement>(`td[data-system="${system}"]`);
  if (cell) showCell(row, cell, system, here);
  const recorded = recordedIn(row, system);
  if (result === recorded) return undefined;
  return `${probe} of ${system}: recorded as ${recorded}, here ${result}: ${detail}`;
}
