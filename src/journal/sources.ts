/** The documents that an entry is drawn from, to be linked. */
import { getEntry, type CollectionEntry } from 'astro:content';
import { neighbourUrl } from '../collections/records.ts';
import { fileOf } from './order.ts';

type Entry = CollectionEntry<'entries'>;

/** A part of a document: its heading, the document’s title and where that stands. */
export interface SourceLink {
  title: string;
  url: string;
  part: string;
}

/** @throws naming the entry’s file and the document or neighbour that there is none of */
export function sourceLinks(entry: Entry): Promise<SourceLink[]> {
  return Promise.all(entry.data.sources.map((source) => linkOf(entry, source)));
}

async function linkOf(
  entry: Entry,
  { document, part, neighbour }: Entry['data']['sources'][number],
): Promise<SourceLink> {
  const found = (await getEntry(document))?.data;
  const other = found?.neighbours.find(({ id }) => id === neighbour);
  if (found === undefined || (neighbour !== undefined && other === undefined)) {
    const [got, expected] =
      found === undefined ? [document.id, 'a document’s id'] : [neighbour, 'a neighbour’s id'];
    throw new Error(`${fileOf(entry)} sources: got "${got}", expected ${expected}`);
  }
  return other === undefined
    ? { title: found.title, url: found.url, part }
    : { title: other.title, url: neighbourUrl(found, other), part };
}
