import { messageOf } from '../../bench-client/failure.ts';
import type { ProbeResult } from '../../probes/ask.ts';

/** Writes a result beside the recorded one; a sentence where they differ. */
export function showHere(
  root: HTMLElement,
  { probe, system, result, detail }: ProbeResult,
): string | undefined {
  const cell = root.querySelector<HTMLElement>(
    `[data-probe="${probe}"] td[data-system="${system}"]`,
  );
  const recorded = cell?.dataset['result'];
  const same = result === recorded;
  const sign = Object.assign(document.createElement('small'), {
    textContent: same ? '=' : '≠',
    title: `Here ${result}: ${detail}`,
    role: 'img',
    ariaLabel: same ? 'the same here' : `here ${result}`,
  });
  sign.dataset['same'] = String(same);
  cell?.querySelector('small')?.remove();
  cell?.append(sign);
  if (same) return undefined;
  return `${probe} of ${system}: recorded as ${recorded}, here ${result}: ${detail}`;
}

const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Links of the rows and columns that are shown. */
const linksIn = (row: ParentNode) =>
  [...row.querySelectorAll('a')].filter((link) => link.checkVisibility());

/**
 * Arrow keys between the links of a matrix. While one of them has the focus they are one stop of the Tab key;
 * before that nothing is asked of rows that no screen came near.
 */
export function wireCells(root: HTMLElement): void {
  const stopAt = (focused: EventTarget | null) => {
    const links = [...root.querySelectorAll<HTMLAnchorElement>('[data-probe] a')];
    const among = links.some((link) => link === focused);
    for (const link of links) link.tabIndex = among && link !== focused ? -1 : 0;
  };
  root.addEventListener('focusin', ({ target }) => stopAt(target));
  root.addEventListener('focusout', ({ relatedTarget }) => stopAt(relatedTarget));
  root.addEventListener('keydown', (event) => {
    const step = steps[event.key];
    const { target } = event;
    if (step === undefined || !(target instanceof HTMLAnchorElement)) return;
    const rows = [...root.querySelectorAll('[data-probe]')]
      .map(linksIn)
      .filter((links) => links.length > 0);
    const y = rows.findIndex((row) => row.includes(target));
    const x = rows[y]?.indexOf(target);
    const next = x === undefined ? undefined : rows[y + step[1]]?.[x + step[0]];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  });
}

// Runs probes in this browser. What they need is loaded only when somebody runs them.

/** Probes under way at once: far fewer connections than a browser allows to one host. */
const CONCURRENCY = 12;

/**
 * @param origin of the bench; empty for the page's own
 * @param probe id of one probe; all that run in a browser unless given
 * @returns the number of results once all have answered, or once it was cancelled
 */
export async function runHere(
  origin: string,
  onResult: (result: ProbeResult, done: number, of: number) => void,
  { signal = new AbortController().signal, probe }: { signal?: AbortSignal; probe?: string },
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
    await runHere(origin, (result) => showDetail(section, result), { probe });
  } catch (error) {
    failure.textContent = `Did not run: ${messageOf(error)}`;
  } finally {
    button.textContent = label;
    button.disabled = false;
  }
}
