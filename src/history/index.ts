/** The reader’s own results, kept in this browser’s IndexedDB. Nothing of it is ever sent. */
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

/** Most results that are kept; then the oldest goes. */
export const MOST_KEPT = 100;
/** Longest name of a place, in characters. */
export const LONGEST_PLACE = 80;

/**
 * Keeps a result. Where there would be more than {@link MOST_KEPT}, the oldest go. A run that was kept
 * before and went on takes its own place, with the name of the place. What was kept of the run while it
 * was under way goes in the same step: it is never counted twice, and never lost in between.
 *
 * @param record text of the whole record
 * @returns the id of the result
 * @throws DOMException where the browser forbids storage or has no room: `reasonOf` has the words
 */
export function addResult(finding: Finding, record: string): Promise<number> {
  return inOneStep(async ({ results, records, runs, events }) => {
    const kept = await results.getAll();
    const name = nameOfRun(finding);
    const before = kept.find((each) => runOf(each) === name);
    const id = before?.id ?? (kept.at(-1)?.id ?? 0) + 1;
    const tooMany = before ? [] : kept.slice(0, Math.max(0, kept.length + 1 - MOST_KEPT));
    await Promise.all([
      results.put({ id, finding, place: before?.place ?? '' }),
      records.put(record, id),
      ...tooMany.flatMap((old) => [results.delete(old.id), records.delete(old.id)]),
      runs.delete(name),
      events.delete(eventsOf(name)),
    ]);
    return id;
  });
}

/** The name of a kept result’s run; undefined where what is kept is no result, as after a change by hand. */
function runOf({ finding }: { finding?: Finding | null }): string | undefined {
  return finding ? nameOfRun(finding) : undefined;
}

/** All results, the newest first. One that cannot be read is among them, with an id to delete it by. */
export function listResults(): Promise<KeptResult[]> {
  return inOneStep(async ({ results }) => (await results.getAll()).reverse());
}

/** Id of the result of a run; undefined where none is kept. */
export async function findResult(run: { startedAt: string; seed: number }) {
  const results = await listResults();
  return results.find((each) => runOf(each) === nameOfRun(run))?.id;
}

/** A result with the text of its record; undefined where it was deleted. */
export function readResult(id: number): Promise<(KeptResult & { record: string }) | undefined> {
  return inOneStep(async ({ results, records }) => {
    const [result, record] = await Promise.all([results.get(id), records.get(id)]);
    return result && record !== undefined ? { ...result, record } : undefined;
  });
}

/** A kept result with its record, read. */
export type OpenResult = Awaited<ReturnType<typeof openResult>>;

/** @throws RangeError with a sentence for the reader, where it is not here or cannot be read */
export async function openResult(id: number) {
  const kept = await readResult(id);
  if (kept === undefined) {
    throw new RangeError(
      'This result is not in this browser. It was deleted, or it is kept in another browser.',
    );
  }
  const { readRecord } = await import('../harness/record/index.ts');
  const record = readRecord(kept.record, 'the kept record');
  if (record.kind !== 'measured' || record.schema !== 2) {
    throw new RangeError(`the kept record: got ${record.kind}, expected a measured one of turns`);
  }
  return { ...kept, record };
}

/** Names the place of a result; one that was deleted stays so. */
export function labelResult(id: number, place: string): Promise<void> {
  return inOneStep(async ({ results }) => {
    const result = await results.get(id);
    if (result) await results.put({ ...result, place: place.trim().slice(0, LONGEST_PLACE) });
  });
}

export function deleteResult(id: number): Promise<unknown> {
  return inOneStep(({ results, records }) => Promise.all([results.delete(id), records.delete(id)]));
}

export function deleteAll(): Promise<unknown> {
  return inOneStep(({ results, records }) => Promise.all([results.clear(), records.clear()]));
}

/**
 * One JSON file with all records that can be read, the oldest first:
 * `{"results": [{"place": "…", "record": {…}}]}`.
 */
export function exportAll(): Promise<Blob> {
  return inOneStep(async ({ results, records }) => {
    const kept = await results.getAll();
    const texts = await Promise.all(kept.map(({ id }) => records.get(id)));
    const items = kept.flatMap(({ place }, at) => {
      const record = texts[at];
      return isJson(record) ? [`{"place": ${JSON.stringify(place)}, "record": ${record}}`] : [];
    });
    return new Blob(['{"results": [\n', items.join(',\n'), '\n]}\n'], { type: 'application/json' });
  });
}

function isJson(text: string | undefined): text is string {
  try {
    return typeof text === 'string' && JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
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
