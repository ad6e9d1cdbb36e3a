/** Shared by the pages of a build: values worked out once, and checks that no single file's schema can make. */
import { readFileSync } from 'node:fs';
import { readRecorded, RECORDED, type Recorded } from '../matrix/questions/recorded.ts';
import { findIn } from '../libraries/systems/index.ts';

/**
 * The function, which keeps what it gave for each id in a build: a thousand pages cost no more than a thousand
 * times one. A failure is not kept. The development server works everything out anew: its content changes.
 */
export function oncePerBuild<Argument extends string | { id: string } | void, Value>(
  make: (argument: Argument) => Value,
  keeps: boolean = import.meta.env.PROD,
): (argument: Argument) => Value {
  const kept = new Map<string, Value>();
  return (argument) => {
    if (!keeps) return make(argument);
    const key = typeof argument === 'object' ? argument.id : String(argument);
    const made = kept.get(key) ?? make(argument);
    kept.set(key, made);
    if (made instanceof Promise) made.catch(() => kept.delete(key));
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
    compareWith?: { id: string };
    superseded?: { by: { id: string } };
  };
}

/**
 * Every entry names a study and documents that have a file. It is compared with an earlier entry of its study,
 * and superseded by a later one. No two entries of one study have the same place.
 *
 * @param known the files that entries refer to
 * @throws naming file, field, the value got and what was expected
 */
export function checkJournals(
  entries: readonly ListedEntry[],
  known: Record<'studies' | 'documents', ReadonlyArray<{ id: string }>>,
): void {
  for (const entry of entries) {
    const { study, place, sources, compareWith, superseded } = entry.data;
    const file = fileOf(entry);
    findIn(`${file} study`, known.studies, study.id);
    for (const [index, { document }] of sources.entries()) {
      findIn(`${file} sources.${index}.document`, known.documents, document.id);
    }
    const others = entries.filter((other) => other.data.study.id === study.id && other !== entry);
    if (compareWith !== undefined) {
      const before = others.filter((other) => other.data.place < place);
      findIn(`${file} compareWith`, before, compareWith.id);
    }
    if (superseded !== undefined) {
      const after = others.filter((other) => other.data.place > place);
      findIn(`${file} superseded.by`, after, superseded.by.id);
    }
    const alike = others.find((other) => other.data.place === place);
    if (alike === undefined) continue;
    throw new Error(`${file} place: got ${place}, expected another than that of ${fileOf(alike)}`);
  }
}

/** Path of an entry's or a study's file, for errors. */
export function fileOf({ id, filePath }: { id: string; filePath?: string }): string {
  return filePath ?? `content/entries/${id}.mdx`;
}
