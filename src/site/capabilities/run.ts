import { messageOf } from '../../wire/bench-client/failure.ts';
import { markFitting, part } from '../islands/dom.ts';
import { loadFailure, supplyMissing, unloaded } from '../islands/oldest-browsers.ts';
import type { RecordedResult } from '../../matrix/questions/recorded.ts';

// Asks the questions in this browser. The code for that is loaded once somebody runs it.

/**
 * @param origin of the bench; empty for the page's own
 * @returns the number of answers, once all have come or the run was cancelled
 */
async function runHere(
  origin: string,
  onResult: (result: RecordedResult, done: number, of: number) => void,
  signal: AbortSignal,
): Promise<number> {
  await supplyMissing();
  const [{ probesOf }, { askAll, browserSubjects, loadSystem }, { probedHere }] = await Promise.all(
    [
      import('../../matrix/questions/client-kit.ts'),
      import('../../matrix/questions/ask.ts'),
      import('../../libraries/systems/index.ts'),
    ],
  );
  const probes = probesOf(browserSubjects);
  const jobsOf = async (system: string) => {
    const { inNode = [] } = await loadSystem(system);
    return probes.flatMap((probe) => (inNode.includes(probe.id) ? [] : [{ probe, system }]));
  };
  const jobs = (await Promise.all(probedHere.map(jobsOf))).flat();
  let done = 0;
  const results = await askAll(jobs, {
    origin: origin === '' ? location.origin : origin,
    signal,
    onResult: (result) => onResult(result, (done += 1), jobs.length),
  });
  return results.length;
}

function made(name: 'li' | 'small', fields: Partial<HTMLElement>): HTMLElement {
  return Object.assign(document.createElement(name), fields);
}

/** Writes an answer beside the recorded one, in the table and in full; a sentence where they differ. */
function showHere({ probe, system, result, detail }: RecordedResult): string | undefined {
  const answer = document.getElementById(`${probe}--${system}`);
  const recorded = answer?.dataset['result'];
  const same = result === recorded;
  const heads = [...document.querySelectorAll<HTMLElement>('.rt-matrix thead th')];
  const at = heads.findIndex(({ dataset }) => dataset['column'] === system);
  const cell = document.querySelector(`[data-row="${probe}"]`)?.children[at];
  const sign = made('small', { textContent: same ? '=' : '≠' });
  sign.setAttribute('role', 'img');
  sign.setAttribute('aria-label', same ? 'the same here' : `here ${result}`);
  sign.dataset['same'] = String(same);
  const word = same ? 'the same' : 'another answer';
  const full = made('small', { textContent: `In your browser, ${word}: ${result}. ${detail}` });
  for (const place of [cell, answer]) {
    place?.querySelector('small')?.remove();
    place?.append(place === cell ? sign : full);
  }
  return same
    ? undefined
    : `${probe} of ${system}: recorded as ${recorded}, here ${result}: ${detail}`;
}

class CapabilityMatrix extends HTMLElement {
  connectedCallback(): void {
    const start = part(this, 'run-all', HTMLButtonElement);
    const cancel = part(this, 'cancel', HTMLButtonElement);
    const status = part(this, 'status', HTMLElement);
    const progress = part(this, 'progress', HTMLProgressElement);
    const list = part(this, 'differing', HTMLElement);
    let running = new AbortController();

    const onResult = (result: RecordedResult, done: number, of: number) => {
      Object.assign(progress, { max: of, value: done });
      const line = showHere(result);
      if (line !== undefined) list.append(made('li', { textContent: line }));
    };
    const run = async () => {
      running = new AbortController();
      start.disabled = true;
      cancel.hidden = progress.hidden = false;
      list.hidden = true;
      list.replaceChildren();
      status.textContent =
        'Running, for about half a minute. “=” is the recorded answer, “≠” another.';
      try {
        const count = await runHere(this.dataset['origin'] ?? '', onResult, running.signal);
        const word = running.signal.aborted ? 'Cancelled' : 'Done';
        const others = list.childElementCount;
        const differ = others === 0 ? 'each as recorded' : `${others} not as recorded`;
        status.textContent = `${word}: ${count} answers in your browser, ${differ}.`;
        list.hidden = others === 0;
      } catch (error) {
        running.abort();
        const why = loadFailure(error);
        status.textContent =
          why !== undefined
            ? unloaded[why]
            : `The run ended: ${messageOf(error)}. Check that the benchmark server can be reached.`;
      } finally {
        start.disabled = false;
        cancel.hidden = progress.hidden = true;
      }
    };
    start.addEventListener('click', () => void run());
    cancel.addEventListener('click', () => running.abort());
    markFitting(this);
  }
}

customElements.define('capability-matrix', CapabilityMatrix);
