/**
 * Runs under way, kept as they go on: what a page that goes away in the middle leaves behind. Whoever
 * runs one holds a lock of its name, which the browser takes back when the page dies.
 */
import type { Planned, RunEvent } from '../harness/run/index.ts';
import { eventsOf, inOneStep, nameOfRun } from './index.ts';

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
    await inOneStep(({ runs }) => runs.put(planned, name));
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
  await inOneStep(({ events }) => events.put(event, [name, at]));
  // A run that ended in another tab may have taken it away.
  localStorage.setItem(FLAG, '');
}

/** Names of all runs that are kept. Where there are none, the flag goes too. */
export async function listRuns(): Promise<string[]> {
  const names = await inOneStep(({ runs }) => runs.getAllKeys());
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
  return inOneStep(async ({ runs, events: told }) => {
    const [planned, events] = await Promise.all([runs.get(name), told.getAll(eventsOf(name))]);
    return planned && { planned, events };
  });
}

/** Forgets a run, one that is not kept too, and the flag with the last one. */
export async function forgetRun(name: string): Promise<void> {
  const left = await inOneStep(async ({ runs, events }) => {
    await Promise.all([runs.delete(name), events.delete(eventsOf(name))]);
    return runs.count();
  });
  if (left === 0) localStorage.removeItem(FLAG);
}
