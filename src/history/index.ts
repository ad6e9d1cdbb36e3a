/** The reader’s own results, kept in this browser’s IndexedDB. Nothing of it is ever sent. */
import type { Finding } from '../report/finding.ts';
import { eventsOf, inOneStep, type KeptResult, nameOfRun } from './database.ts';

export type { KeptResult } from './database.ts';

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
