/** The JSON documents under /api/: what `content/` holds, with absolute addresses. */
import type { CollectionEntry } from 'astro:content';
import {
  type Absolute,
  addresses,
  API_SCHEMA,
  entryJsonOf,
  markdownOf,
  recordOf,
} from './addresses.ts';

type Entry = CollectionEntry<'entries'>;

/** `/api/studies.json` */
export function studyList(
  studies: ReadonlyArray<CollectionEntry<'studies'>>,
  entries: readonly Entry[],
  absolute: Absolute,
): object {
  return {
    schema: API_SCHEMA,
    studies: studies.map(({ id, data }) => ({
      id,
      page: absolute(`/studies/${id}/`),
      ...data,
      entries: entries.filter((entry) => entry.data.study.id === id).map((entry) => entry.id),
    })),
  };
}

/** `/api/entries.json` */
export function entryList(entries: readonly Entry[], absolute: Absolute): object {
  return { schema: API_SCHEMA, entries: entries.map((entry) => plainEntry(entry, absolute)) };
}

/** `/api/entries/<study>/<entry>.json` */
export function entryDocument(entry: Entry, absolute: Absolute): object {
  return { schema: API_SCHEMA, ...plainEntry(entry, absolute) };
}

/** The front matter of an entry, with the addresses of its page and its records. */
function plainEntry({ id, data }: Entry, absolute: Absolute): object {
  const page = `/studies/${id}/`;
  return {
    id,
    page: absolute(page),
    markdown: absolute(markdownOf(page)),
    json: absolute(entryJsonOf(id)),
    image: absolute(addresses.image),
    ...data,
    records: data.records.map((record) => ({ id: record.id, ...filesOf(record.id, absolute) })),
  };
}

/** `/api/records.json` */
export function recordList(
  records: ReadonlyArray<CollectionEntry<'records'>>,
  entries: readonly Entry[],
  absolute: Absolute,
): object {
  return {
    schema: API_SCHEMA,
    records: records.map(({ id, data }) => ({
      id,
      ...data,
      ...filesOf(id, absolute),
      entries: entries
        .filter((entry) => entry.data.records.some((record) => record.id === id))
        .map((entry) => absolute(entryJsonOf(entry.id))),
    })),
  };
}

function filesOf(id: string, absolute: Absolute): Record<'json' | 'csv', string> {
  return { json: absolute(recordOf(id, 'json')), csv: absolute(recordOf(id, 'csv')) };
}
