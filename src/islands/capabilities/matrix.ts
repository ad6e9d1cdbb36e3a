import { messageOf } from '../../bench-client/failure.ts';
import type { ProbeResult } from '../../probes/ask.ts';
import { part } from '../dom.ts';

// Runs probes in this browser. What they need is loaded only when somebody runs them.

/** Probes under way at once: far fewer connections than a browser allows to one host. */
const CONCURRENCY = 12;

/**
 * @param origin of the bench; empty for the page's own
 * @param probe id of one probe; all that run in a browser unless given
 * @returns the number of results once all have answered, or once it was cancelled
 */
async function runHere(
  origin: string,
  onResult: (result: ProbeResult, done: number, of: number) => void,
  { signal, probe }: { signal?: AbortSignal; probe?: string },
): Promise<number> {
  const [{ browserSubjects }, { probesOf }, { askAll }, { askBench }, { probedHere }] =
    await Promise.all([
      import('../../probes/in-browser.ts'),
      import('../../probes/question.ts'),
      import('../../probes/ask.ts'),
      import('../../probes/bench.ts'),
      import('../../systems/index.ts'),
    ]);
  const jobs = probesOf(browserSubjects)
    .filter(({ id }) => probe === undefined || id === probe)
    .flatMap((each) => probedHere.map((system) => ({ probe: each, system })));
  const world = {
    origin: origin === '' ? location.origin : origin,
    WebSocketClass: WebSocket,
    freshObject: () => crypto.randomUUID(),
  };
  let done = 0;
  const results = await askAll(jobs, {
    ask: askBench(world),
    concurrency: CONCURRENCY,
    signal,
    onResult(result) {
      done += 1;
      onResult(result, done, jobs.length);
    },
  });
  return results.length;
}

/** Writes a result beside the recorded one, in its cell and in the answer in full; a sentence where they differ. */
function showHere({ probe, system, result, detail }: ProbeResult): string | undefined {
  const cell = document.querySelector<HTMLElement>(`#probe-${probe} td[data-system="${system}"]`);
  const recorded = cell?.dataset['result'];
  const same = result === recorded;
  const sign = Object.assign(document.createElement('small'), {
    textContent: same ? '=' : '≠',
    role: 'img',
    ariaLabel: same ? 'the same here' : `here ${result}`,
  });
  sign.dataset['same'] = String(same);
  cell?.querySelector('small')?.remove();
  cell?.append(sign);
  const answer = document.getElementById(`${probe}--${system}`);
  answer?.querySelector('small')?.remove();
  answer?.append(
    Object.assign(document.createElement('small'), {
      textContent: `In your browser, ${same ? 'the same here' : 'different here'}: ${result}. ${detail}`,
    }),
  );
  return same
    ? undefined
    : `${probe} of ${system}: recorded as ${recorded}, here ${result}: ${detail}`;
}

/** The button that runs all probes in this browser, and writes each result beside the record. */
function wireRunAll(root: HTMLElement, origin: string): void {
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
      const onResult = (result: ProbeResult, done: number, of: number) => {
        Object.assign(progress, { max: of, value: done });
        const line = showHere(result);
        if (line === undefined) return;
        list.append(Object.assign(document.createElement('li'), { textContent: line }));
      };
      const count = await runHere(origin, onResult, { signal: running.signal });
      const word = running.signal.aborted ? 'Cancelled' : 'Done';
      const others = list.childElementCount;
      const differ = others === 0 ? 'each as recorded' : `${others} not as recorded`;
      status.textContent = `${word}: ${count} results in your browser, ${differ}.`;
      list.hidden = others === 0;
    } catch (error) {
      running.abort();
      status.textContent = `The run ended: ${messageOf(error)}. Is the bench within reach?`;
    } finally {
      start.disabled = false;
      cancel.hidden = progress.hidden = true;
    }
  };
  start.addEventListener('click', () => void run());
  cancel.addEventListener('click', () => running.abort());
}

/** Adds the button that runs one probe to its answers, once they are opened. */
function offerRun(answers: HTMLDetailsElement, origin: string): void {
  const probe = answers.closest('tr')?.dataset['probe'];
  if (probe === undefined || answers.querySelector('button') !== null) return;
  const label = 'Run this one in my browser';
  const button = Object.assign(document.createElement('button'), {
    ...{ type: 'button', textContent: label },
  });
  const status = Object.assign(document.createElement('small'), { role: 'status' });
  const run = async () => {
    button.disabled = true;
    button.textContent = 'Running …';
    status.textContent = '';
    try {
      await runHere(origin, showHere, { probe });
    } catch (error) {
      status.textContent = `Did not run: ${messageOf(error)}`;
    } finally {
      button.textContent = label;
      button.disabled = false;
    }
  };
  button.addEventListener('click', () => void run());
  const controls = Object.assign(document.createElement('p'), { className: 'rt-controls' });
  controls.append(button, status);
  answers.querySelector('div')?.append(controls);
}

/** Opens the answers that the address names, also where it names their row. */
function openNamed(): void {
  const named = document.getElementById(location.hash.slice(1));
  const answers = named?.closest('tr[data-probe]')?.querySelector('details');
  if (named === null || !answers || answers.open) return;
  answers.open = true;
  named.scrollIntoView();
}

/** The matrix of capabilities: runs its probes here. */
class CapabilityMatrix extends HTMLElement {
  connectedCallback(): void {
    const { origin = '' } = part(this, 'run', HTMLElement).dataset;
    wireRunAll(this, origin);
    const offerRuns = () => {
      const opened = this.querySelectorAll<HTMLDetailsElement>('[data-in-browser] details[open]');
      for (const answers of opened) offerRun(answers, origin);
    };
    // It does not bubble.
    this.addEventListener('toggle', offerRuns, { capture: true });
    // A browser opens what an address names before this runs.
    offerRuns();
    addEventListener('hashchange', openNamed);
    openNamed();
  }
}

customElements.define('capability-matrix', CapabilityMatrix);
