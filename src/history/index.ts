/** The reader’s own results, kept in this browser’s IndexedDB. Nothing of it is ever sent. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Finding } from '../report/finding.ts';

/** Most results that are kept; then the oldest goes. */
export const MOST_KEPT = 100;
/** Longest name of a place, in characters. */
export const LONGEST_PLACE = 80;

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
}

/** Of the form of what is stored: a change of {@link KeptResult} or of a finding raises it. */
const VERSION = 1;

async function withDatabase<Outcome>(
  act: (database: IDBPDatabase<Stored>) => Promise<Outcome>,
): Promise<Outcome> {
  const database = await openDB<Stored>('roundtrip', VERSION, {
    upgrade(created) {
      created.createObjectStore('results', { keyPath: 'id' });
      created.createObjectStore('records');
    },
    // A newer page in another tab must not wait for this one.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
  try {
    return await act(database);
  } finally {
    database.close();
  }
}

/**
 * Keeps a result. Where there would be more than {@link MOST_KEPT}, the oldest go. A run that was kept
 * before and went on takes its own place, with the name of the place.
 *
 * @param record text of the whole record
 * @throws DOMException where the browser forbids storage or has no room: `reasonOf` has the words
 */
export function addResult(finding: Finding, record: string): Promise<void> {
  return withDatabase(async (database) => {
    const transaction = database.transaction(['results', 'records'], 'readwrite');
    const [results, records] = [
      transaction.objectStore('results'),
      transaction.objectStore('records'),
    ];
    const kept = await results.getAll();
    const { seed, startedAt } = finding;
    const before = kept.find((each) => {
      return each.finding.seed === seed && each.finding.startedAt === startedAt;
    });
    const id = before?.id ?? (kept.at(-1)?.id ?? 0) + 1;
    const tooMany = before ? [] : kept.slice(0, Math.max(0, kept.length + 1 - MOST_KEPT));
    await Promise.all([
      results.put({ id, finding, place: before?.place ?? '' }),
      records.put(record, id),
      ...tooMany.flatMap((old) => [results.delete(old.id), records.delete(old.id)]),
      transaction.done,
    ]);
  });
}

/** All results, the newest first. */
export function listResults(): Promise<KeptResult[]> {
  return withDatabase(async (database) => (await database.getAll('results')).reverse());
}

/** A result with the text of its record; undefined where it was deleted. */
export function readResult(id: number): Promise<(KeptResult & { record: string }) | undefined> {
  return withDatabase(async (database) => {
    const transaction = database.transaction(['results', 'records']);
    const [result, record] = await Promise.all([
      transaction.objectStore('results').get(id),
      transaction.objectStore('records').get(id),
    ]);
    return result && record !== undefined ? { ...result, record } : undefined;
  });
}

/** Names the place of a result; one that was deleted stays so. */
export function labelResult(id: number, place: string): Promise<void> {
  return withDatabase(async (database) => {
    const { store, done } = database.transaction('results', 'readwrite');
    const result = await store.get(id);
    if (result) await store.put({ ...result, place: place.trim().slice(0, LONGEST_PLACE) });
    await done;
  });
}

export function deleteResult(id: number): Promise<void> {
  return withDatabase(async (database) => {
    const transaction = database.transaction(['results', 'records'], 'readwrite');
    await Promise.all([
      transaction.objectStore('results').delete(id),
      transaction.objectStore('records').delete(id),
      transaction.done,
    ]);
  });
}

export function deleteAll(): Promise<void> {
  return withDatabase(async (database) => {
    const transaction = database.transaction(['results', 'records'], 'readwrite');
    await Promise.all([
      transaction.objectStore('results').clear(),
      transaction.objectStore('records').clear(),
      transaction.done,
    ]);
  });
}

/** One JSON file with all records, the oldest first: `{"results": [{"place": "…", "record": {…}}]}`. */
export function exportAll(): Promise<Blob> {
  return withDatabase(async (database) => {
    const transaction = database.transaction(['results', 'records']);
    const [results, records] = await Promise.all([
      transaction.objectStore('results').getAll(),
      transaction.objectStore('records').getAll(),
    ]);
    // Both are in the order of their ids, and neither has one that the other lacks.
    const items = results.map(
      ({ place }, index) => `{"place": ${JSON.stringify(place)}, "record": ${records[index]}}`,
    );
    return new Blob(['{"results": [\n', items.join(',\n'), '\n]}\n'], { type: 'application/json' });
  });
}

/** Why something could not be kept or read, as the end of a sentence. */
export function reasonOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') return 'the browser’s storage for this site is full';
  if (['SecurityError', 'InvalidStateError', 'ReferenceError', 'UnknownError'].includes(name)) {
    return 'the browser does not let this site store anything, as in some private windows';
  }
  return `the browser says “${error instanceof Error ? error.message : String(error)}”`;
}
