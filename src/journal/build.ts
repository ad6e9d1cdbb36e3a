/** Shared by the pages of a build: values worked out once, and checks that no single file's schema can make. */
import { readFileSync } from 'node:fs';
import { readRecorded, RECORDED, type Recorded } from '../questions/recorded.ts';

/**
 * The function, which keeps what it gave for each id in a build: a thousand pages cost no more than a thousand
 * times one. A failure is not kept. The development server works everything out anew: its content changes.
 */
export function oncePerBuild<Argument extends string | { id: string } | void, Value>(
  make: (argument: Argument) => Promise<Value>,
  keeps: boolean = import.meta.env.PROD,
): (argument: Argument) => Promise<Value> {
  const kept = new Map<string, Promise<Value>>();
  return (argument) => {
    if (!keeps) return make(argument);
    const key = typeof argument === 'object' ? argument.id : String(argument);
    const made = kept.get(key) ?? make(argument);
    kept.set(key, made);
    made.catch(() => kept.delete(key));
    return made;
  };
}

let recorded: Recorded | undefined;

/** The recorded answers of every library. @throws Error naming the file, and the field with what was expected */
export function recordedAnswers(): Recorded {
  recorded ??= readRecorded(readFileSync(RECORDED, 'utf8'));
  return recorded;
}

/** Fields of an entry that the checks read. */
export interface ListedEntry {
  /** `<study>/<name>` */
  id: string;
  data: {
    study: { id: string };
    place: number;
    sources: ReadonlyArray<{ document: { id: string } }>;
  } & Partial<Record<(typeof earlier)[number], { id: string } | undefined>>;
}

/** Fields that name an earlier entry of the study. */
const earlier = ['compareWith', 'supersedes', 'retracts'] as const;

/**
 * Every entry names a study and documents that have a file, and only earlier entries of its study. No two
 * entries of one study have the same place.
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
    for (const field of earlier) {
      const named = data[field]?.id;
      if (named === undefined) continue;
      const isEarlier = (other: ListedEntry) =>
        other.data.study.id === data.study.id && other.data.place < data.place;
      const known = entries.filter(isEarlier).map(({ id }) => id);
      expectKnown(entry, field, named, known);
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
