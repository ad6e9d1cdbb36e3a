/** What pages of a build share: values worked out once, and checks that no single file's schema can make. */
import type { MarkdownHeading } from 'astro';
import type { Environment } from '../harness/record/index.ts';

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

/**
 * The same headings, each with an id of its own.
 *
 * @param file where the text stands, for errors
 * @throws naming file and heading, when the text has a heading whose id belongs to a part of the page
 */
export function uniqueHeadings(
  file: string,
  headings: readonly MarkdownHeading[],
): MarkdownHeading[] {
  const seen = new Map<string, string>();
  for (const { slug, text } of headings) {
    const other = seen.get(slug);
    if (other !== undefined) {
      throw new Error(
        `${file}: got the headings “${other}” and “${text}” with the id "${slug}", expected ids that differ: word the one in the text otherwise`,
      );
    }
    seen.set(slug, text);
  }
  return [...headings];
}
