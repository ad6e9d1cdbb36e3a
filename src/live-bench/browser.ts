/** The reader's browser: its clock, its lock between tabs, its clipboard. */
import { part } from '../islands/dom.ts';
import { formatMs } from '../numbers/format.ts';
import { RunFailed } from './states.ts';

/** Steps of the clock that are looked at: it may step irregularly. */
const STEPS = 3;
/** Longest that a clock is waited for, in ms of another clock. */
const LONGEST_MS = 350;

/** The smallest step that the page's clock was seen to make, in ms: some browsers make it coarse. */
export function clockStepMs(): number {
  const until = Date.now() + LONGEST_MS;
  let smallest = Infinity;
  for (let step = 0; step < STEPS; step += 1) {
    const before = performance.now();
    let after = before;
    while (after <= before && Date.now() < until) after = performance.now();
    if (after > before) smallest = Math.min(smallest, after - before);
  }
  return smallest === Infinity ? LONGEST_MS : smallest;
}

export function clockText(stepMs: number): string {
  return `The clock of this browser moves in steps of ${formatMs(stepMs)}, too coarse to time these calls. Use another browser, or turn off its protection against fingerprinting for this site.`;
}

/** The browser takes it back from a tab that is closed or dies. */
const LOCK = 'roundtrip measures';

/**
 * Does something while no other tab of this site does: two runs at once would slow each other down.
 *
 * @throws RunFailed where another tab is at it
 */
export async function alone<Outcome>(act: () => Promise<Outcome>): Promise<Outcome> {
  if (!(await hasLocks())) return act();
  return await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => {
    if (lock === null) throw new RunFailed({ kind: 'busy' });
    return act();
  });
}

/** Resolves once no other tab measures. @param signal ends the wait */
export async function untilFree(signal: AbortSignal): Promise<void> {
  await navigator.locks.request(LOCK, { signal }, () => undefined);
}

/** Only secure contexts have locks, and a frame in another site’s page is denied them where it may store nothing. */
async function hasLocks(): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  return navigator.locks.query().then(
    () => true,
    () => false,
  );
}

/**
 * Copies a text; where the browser refuses, shows it ready to be copied by hand.
 *
 * @returns what became of it, in a sentence
 */
export async function copyText(root: ParentNode, text: string): Promise<string> {
  const box = part(root, 'by-hand-box', HTMLElement);
  box.hidden = true;
  try {
    await navigator.clipboard.writeText(text);
    return 'Link copied. It holds the result itself; nothing is kept on a server.';
  } catch {
    // Refused, or no secure context: the field below is the way that always works.
  }
  box.hidden = false;
  const field = part(root, 'by-hand', HTMLInputElement);
  field.value = text;
  field.focus();
  field.select();
  return 'The browser does not let this page copy. The link below is selected.';
}
