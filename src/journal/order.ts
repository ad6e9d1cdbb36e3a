/** Checks of the journals as a whole, which no single file's schema can make. */
import type { Environment } from '../harness/record/index.ts';

/** What the checks need of an entry. */
export interface ListedEntry {
  /** `<study>/<name>` */
  id: string;
  data: {
    study: { id: string };
    place: number;
    sources: ReadonlyArray<{ document: { id: string } }>;
    compareWith?: { id: string } | undefined;
  };
}

/**
 * Every entry names a study and documents that have a file, and is compared with an earlier entry of
 * its study if with any. No two entries of one study have the same place.
 *
 * @param known ids of the files that entries refer to
 * @throws naming file, field, the value got and what was expected
 */
export function checkJournals(
  entries: readonly ListedEntry[],
  known: Record<'studies' | 'documents', readonly string[]>,
): void {
  for (const entry of entries) {
    const { data } = entry;
    expectKnown(entry, 'study', data.study.id, known.studies);
    for (const [index, { document }] of data.sources.entries()) {
      expectKnown(entry, `sources.${index}.document`, document.id, known.documents);
    }
    if (data.compareWith !== undefined) {
      const isEarlier = (other: ListedEntry) =>
        other.data.study.id === data.study.id && other.data.place < data.place;
      const earlier = entries.filter(isEarlier).map(({ id }) => id);
      expectKnown(entry, 'compareWith', data.compareWith.id, earlier);
    }
  }
  const places = Map.groupBy(entries, ({ data }) => `${data.place} in ${data.study.id}`);
  for (const [place, [first, second]] of places) {
    if (!first || !second) continue;
    throw new Error(
      `${fileOf(second)} place: got ${place}, expected another than that of ${fileOf(first)}`,
    );
  }
}

/** Path of an entry's or a study's file, for errors. */
export function fileOf({ id, filePath }: { id: string; filePath?: string | undefined }): string {
  return filePath ?? `content/entries/${id}.mdx`;
}

function expectKnown(entry: ListedEntry, field: string, got: string, known: readonly string[]) {
  if (known.includes(got)) return;
  const expected = known.length > 0 ? `one of ${known.join(', ')}` : 'nothing: there is none';
  throw new Error(`${fileOf(entry)} ${field}: got "${got}", expected ${expected}`);
}

/**
 * Runs of one entry stand beside each other, so one thing must have called in all of them.
 *
 * @param file the entry, for the message
 * @throws Error where runs name different generators
 */
export function expectOneGenerator(
  environments: ReadonlyArray<Pick<Environment, 'generator'>>,
  file: string,
): void {
  const found = [...new Set(environments.map(({ generator }) => generator))];
  if (found.length < 2) return;
  const names = found.map((each) => each ?? 'none').join(' and ');
  throw new Error(
    `${file} records: got the generators ${names}, expected one: what calls is part of what is timed`,
  );
}
