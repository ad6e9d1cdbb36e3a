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
  /** Address of this site’s page about the document. */
  about: string;
  /** Address of its repository. */
  repository: string;
  /** The machine it measured on, in words; undefined where it measured nothing. */
  machine: string | undefined;
}

/** Address of the page about a document. */
export function sourceHref(id: string): string {
  return `/sources/${id}/`;
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
  const [title, url] =
    other === undefined
      ? [found.title, found.url]
      : [other.title, neighbourUrl(found, other, other.line)];
  return {
    title,
    url,
    part,
    about: sourceHref(document.id),
    repository: `https://github.com/${found.repository}`,
    machine: found.setup.find(({ name }) => name === 'Machine')?.value,
  };
}
