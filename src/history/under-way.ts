/**
 * Runs under way, kept as they go on: what a page that goes away in the middle leaves behind. Whoever
 * runs one holds a lock of its name, which the browser takes back when the page dies.
 */
import type { Planned, RunEvent } from '../harness/run/index.ts';
import { eventsOf, nameOfRun, withDatabase } from './database.ts';

/** Key in `localStorage` that is there while there may be a run: without it nobody has to look. */
export const FLAG = 'roundtrip-run';

export interface RunUnderWay {
  name: string;
  /** Lets go of its lock: from now on whoever finds it takes it for interrupted. */
  letGo: () => void;
}

/** Begins to keep a run. @throws where the browser has no locks, or forbids storage */
export async function beginRun(planned: Planned): Promise<RunUnderWay> {
  const { plan, startedAt } = planned;
  const name = nameOfRun({ startedAt: startedAt.toISOString(), seed: plan.seed });
  const letGo = await new Promise<() => void>((resolve, reject) => {
    navigator.locks
      .request(lockOf(name), () => new Promise<void>((release) => resolve(release)))
      .catch(reject);
  });
  try {
    await withDatabase((database) => database.put('runs', planned, name));
    localStorage.setItem(FLAG, '');
  } catch (error) {
    letGo();
    throw error;
  }
  return { name, letGo };
}

const lockOf = (name: string): string => `run ${name}`;

/** Keeps what a run told. @param at how many events of it were kept before */
export async function keepEvent(name: string, at: number, event: RunEvent): Promise<void> {
  await withDatabase((database) => database.put('events', event, [name, at]));
  // A run that ended in another tab may have taken it away.
  localStorage.setItem(FLAG, '');
}

/** Names of all runs that are kept. Where there are none, the flag goes too. */
export async function listRuns(): Promise<string[]> {
  const names = await withDatabase((database) => database.getAllKeys('runs'));
  if (names.length === 0) localStorage.removeItem(FLAG);
  return names;
}

/** A run as far as it was kept. */
export interface InterruptedRun {
  planned: Planned;
  events: RunEvent[];
}

/**
 * Has a run dealt with that nobody runs any more, by one page alone.
 *
 * @returns what `act` returns; undefined where the run goes on in another tab, or is no longer kept
 */
export async function withInterrupted<Outcome>(
  name: string,
  act: (run: InterruptedRun) => Promise<Outcome>,
): Promise<Outcome | undefined> {
  return await navigator.locks.request(lockOf(name), { ifAvailable: true }, async (lock) => {
    const run = lock === null ? undefined : await readRun(name);
    return run && act(run);
  });
}

function readRun(name: string): Promise<InterruptedRun | undefined> {
  return withDatabase(async (database) => {
    const transaction = database.transaction(['runs', 'events']);
    const [planned, events] = await Promise.all([
      transaction.objectStore('runs').get(name),
      transaction.objectStore('events').getAll(eventsOf(name)),
    ]);
    return planned && { planned, events };
  });
}

/** Forgets a run, one that is not kept too, and the flag with the last one. */
export async function forgetRun(name: string): Promise<void> {
  const left = await withDatabase(async (database) => {
    const transaction = database.transaction(['runs', 'events'], 'readwrite');
    const runs = transaction.objectStore('runs');
    const [, , count] = await Promise.all([
      runs.delete(name),
      transaction.objectStore('events').delete(eventsOf(name)),
      runs.count(),
      transaction.done,
    ]);
    return count;
  });
  if (left === 0) localStorage.removeItem(FLAG);
}
