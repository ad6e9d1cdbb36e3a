/** Checks of the journals as a whole, which no single file's schema can make. */

/** What the checks need of an entry. */
export interface ListedEntry {
  /** `<study>/<name>` */
  id: string;
  data: {
    study: { id: string };
    place: number;
    sources: ReadonlyArray<{ document: { id: string } }>;
  };
}

/** Ids of the files that entries refer to. */
export interface Known {
  studies: readonly string[];
  documents: readonly string[];
}

/**
 * Every entry names a study and documents that have a file, and no two entries of one study the
 * same place.
 *
 * @throws naming file, field, the value got and what was expected
 */
export function checkJournals(entries: readonly ListedEntry[], known: Known): void {
  for (const { id, data } of entries) {
    expectKnown(id, 'study', data.study.id, known.studies);
    for (const [index, { document }] of data.sources.entries()) {
      expectKnown(id, `sources.${index}.document`, document.id, known.documents);
    }
  }
  for (const [place, [first, second]] of Map.groupBy(entries, placeOf)) {
    if (!first || !second) continue;
    throw new Error(
      `${fileOf(second.id)} place: got ${place}, expected another than that of ${fileOf(first.id)}`,
    );
  }
}

/** Equal for two entries only where study and place are. */
function placeOf({ data }: ListedEntry): string {
  return `${data.place} in ${data.study.id}`;
}

function fileOf(id: string): string {
  return `content/entries/${id}.mdx`;
}

function expectKnown(id: string, field: string, got: string, known: readonly string[]): void {
  if (known.includes(got)) return;
  const expected = known.length > 0 ? `one of ${known.join(', ')}` : 'nothing: there is none';
  throw new Error(`${fileOf(id)} ${field}: got "${got}", expected ${expected}`);
}
