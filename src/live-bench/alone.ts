import { RunFailed } from './states.ts';

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
