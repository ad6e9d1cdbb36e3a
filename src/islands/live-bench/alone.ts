import { RunFailed } from './status.ts';

/** The browser takes it back from a tab that is closed or dies. */
const LOCK = 'roundtrip measures';

/**
 * Does something while no other tab of this site does: two runs at once would slow each other down.
 *
 * @param waits ends the wait for another tab; where it is left out nobody waits
 * @throws RunFailed where another tab is at it and nobody waits
 */
export async function alone<Outcome>(
  act: () => Promise<Outcome>,
  waits?: AbortSignal,
): Promise<Outcome> {
  if (!(await hasLocks())) return act();
  return await navigator.locks.request(
    LOCK,
    waits === undefined ? { ifAvailable: true } : { signal: waits },
    (lock) => {
      if (lock === null) throw new RunFailed({ kind: 'busy' });
      return act();
    },
  );
}

/** Only secure contexts have locks, and a frame in another site’s page is denied them where it may store nothing. */
async function hasLocks(): Promise<boolean> {
  if (!('locks' in navigator)) return false;
  return navigator.locks.query().then(
    () => true,
    () => false,
  );
}
