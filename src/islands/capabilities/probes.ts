import type { ProbeResult } from '../../probes/run.ts';

// Runs probes in this browser. What they need is loaded only when somebody runs them.

/** Probes under way at once: far fewer connections than a browser allows to one host. */
const CONCURRENCY = 12;

export interface BrowserRun {
  /** Origin of the bench; empty for the page's own. */
  origin: string;
  /** Id of one probe; all that run in a browser unless given. */
  probe?: string | undefined;
  signal: AbortSignal;
  onResult: (result: ProbeResult, done: number, of: number) => void;
}

/** Resolves to the number of results once all have answered, or once it was cancelled. */
export async function runHere({ origin, probe, signal, onResult }: BrowserRun): Promise<number> {
  const [{ browserGroups }, { runProbes }, { systemIds }] = await Promise.all([
    import('../../probes/in-browser.ts'),
    import('../../probes/run.ts'),
    import('../../probes/kit/kit.ts'),
  ]);
  const jobs = browserGroups
    .flatMap(({ probes }) => probes)
    .filter(({ id }) => probe === undefined || id === probe)
    .flatMap((each) => systemIds.map((system) => ({ probe: each, system })));
  const world = {
    origin: origin === '' ? location.origin : origin,
    WebSocketClass: WebSocket,
    freshObject: () => crypto.randomUUID(),
  };
  let done = 0;
  const results = await runProbes(jobs, {
    world,
    concurrency: CONCURRENCY,
    signal,
    onResult(result) {
      done += 1;
      onResult(result, done, jobs.length);
    },
  });
  return results.length;
}

export class CapabilityProbes extends HTMLElement {
  connectedCallback(): void {
    wireSections(this, this.dataset['origin'] ?? '');
  }
}

/** Shows the buttons of the sections inside an element, and makes them run their probe. */
export function wireSections(root: ParentNode, origin: string): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-part="run-one"]')) {
    button.hidden = false;
    button.addEventListener('click', () => void run(button, origin));
  }
}

/** Writes what came out here below the recorded result of a section. */
export function showDetail(section: Element, { system, result, detail }: ProbeResult): void {
  const row = section.querySelector(`[data-system="${system}"]`);
  const slot = row?.querySelector('[data-part="here-detail"]');
  const recorded = row?.querySelector<HTMLElement>('[data-result]')?.dataset['result'];
  if (!slot) return;
  const relation = result === recorded ? 'the same here' : 'different here';
  slot.textContent = `In your browser, ${relation}: ${result}. ${detail}`;
}

async function run(button: HTMLButtonElement, origin: string): Promise<void> {
  const section = button.closest('[data-probe-section]');
  const probe = button.dataset['run'];
  const failure = section?.querySelector('[data-part="run-failure"]');
  if (!section || !failure || probe === undefined) return;
  const label = button.textContent;
  button.disabled = true;
  button.textContent = 'Running …';
  failure.textContent = '';
  try {
    await runHere({
      origin,
      probe,
      signal: new AbortController().signal,
      onResult: (result) => showDetail(section, result),
    });
  } catch (error) {
    failure.textContent = `Did not run: ${error instanceof Error ? error.message : String(error)}`;
  } finally {
    button.textContent = label;
    button.disabled = false;
  }
}
