/** The reader's browser: its clock, its lock between tabs, its address, its clipboard, its downloads. */
import { messageOf } from '../../wire/bench-client/failure.ts';
import { expectFineClock } from '../../core/plan/index.ts';
import { clockStepUs } from '../../core/run/index.ts';
import { fragmentOf, saveResult } from './saved-results.ts';
import type { SharedResult } from '../../results/share/form.ts';
import { endText, RunFailed } from './states.ts';

/** Why this browser’s clock times no run, in a sentence; undefined where it does. */
export function clockProblem(): string | undefined {
  try {
    expectFineClock(clockStepUs(() => performance.now()));
    return undefined;
  } catch (error) {
    return `${messageOf(error)}.`;
  }
}

/** The browser takes it back from a tab that is closed or dies. */
const LOCK = 'roundtrip measures';

/**
 * Does something while no other tab of this site does: two runs at once would slow each other down.
 *
 * @throws RunFailed where another tab is at it
 */
export async function alone<Outcome>(act: () => Promise<Outcome>): Promise<Outcome> {
  // Only secure contexts have locks.
  if (!('locks' in navigator)) return act();
  return await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
    if (lock === null) throw new RunFailed({ kind: 'busy' });
    return act();
  });
}

/** Resolves once no other tab measures. @param signal ends the wait */
export async function untilFree(signal: AbortSignal): Promise<void> {
  await navigator.locks.request(LOCK, { signal }, () => undefined);
}

/** Has the address of the page hold a result by its fragment, or none any more. */
export function setFragment(fragment: string): void {
  if (fragment === '' && location.hash === '') return;
  history.replaceState(history.state, '', `${location.pathname}${location.search}${fragment}`);
}

/** Has the address of the page hold a result, and this browser's list a link to it. */
export function keepResult(packed: string, study: string, result: SharedResult): void {
  const fragment = fragmentOf(packed);
  setFragment(fragment);
  saveResult({
    study,
    at: result.startedAt,
    link: `/result/${fragment}`,
    what: `${result.environment.runtime}, ${endText(result.end, result.tookMs)}`,
  });
}

/** Offers a result as a file named by its study and start in UTC: `lumenize-vs-capnweb-2026-11-21-142209.json`. */
export function offerJson(text: string, { study, startedAt }: SharedResult): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const moment = startedAt.slice(0, 19).replace('T', '-').replaceAll(':', '');
  link.download = `${study}-${moment}.json`;
  link.click();
  // Some browsers fetch the blob only after the click was handled.
  window.setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function randomSeed(): number {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return seed ?? 0;
}
