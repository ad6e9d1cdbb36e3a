/** The browser's database of this site, and its form. */
import { type DBSchema, type IDBPObjectStore, openDB } from 'idb';
import type { Planned, RunEvent } from '../harness/run/index.ts';
import type { Finding } from '../report/finding.ts';

/** A result as lists show it. */
export interface KeptResult {
  /** Later results have higher ones. */
  id: number;
  finding: Finding;
  /** Where the reader was, in their own words; empty until they say. */
  place: string;
}

/** The records stand apart: a list is read without their many samples. */
interface Stored extends DBSchema {
  results: { key: number; value: KeptResult };
  /** Texts of the records by the ids of their results. */
  records: { key: number; value: string };
  /** Runs that are under way, or were when their page went, by their names. */
  runs: { key: string; value: Planned };
  /** Their events so far, by the name of the run and in order. */
  events: { key: [run: string, at: number]; value: RunEvent };
}

/** Of the form of what is stored: a change of a field of {@link Stored} raises it. */
const VERSION = 2;

const NAMES = ['results', 'records', 'runs', 'events'] as const;
type Name = (typeof NAMES)[number];
type Stores = { [Each in Name]: IDBPObjectStore<Stored, Name[], Each, 'readwrite'> };

/**
 * Does something with what is stored, all of it in one step: either everything happens or nothing.
 * Opens the database, and closes it afterwards.
 */
export async function inOneStep<Outcome>(
  act: (stores: Stores) => Promise<Outcome>,
): Promise<Outcome> {
  const database = await openDB<Stored>('roundtrip', VERSION, {
    upgrade(opened, before) {
      if (before < 1) {
        opened.createObjectStore('results', { keyPath: 'id' });
        opened.createObjectStore('records');
      }
      opened.createObjectStore('runs');
      opened.createObjectStore('events');
    },
    // A newer page in another tab must not wait for this one.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
  try {
    const step = database.transaction([...NAMES], 'readwrite');
    const [results, records] = [step.objectStore('results'), step.objectStore('records')];
    const [runs, events] = [step.objectStore('runs'), step.objectStore('events')];
    const [outcome] = await Promise.all([act({ results, records, runs, events }), step.done]);
    return outcome;
  } finally {
    database.close();
  }
}

/** The name of a run, the same while it is under way and once it is a result. */
export function nameOfRun({ startedAt, seed }: { startedAt: string; seed: number }): string {
  return `${startedAt} ${seed}`;
}

/** All keys of a run's events. */
export function eventsOf(run: string): IDBKeyRange {
  return IDBKeyRange.bound([run], [run, []]);
}
