/** The documents that entries are drawn from: links to them, and everything that their pages need. */
import { type CollectionEntry, getCollection, getEntry } from 'astro:content';
import { lineAddress } from '../claims/claim.ts';
import { checkedClaims } from './claims.ts';
import { linkOf, readJournal } from './journal.ts';
import { fileOf, oncePerBuild } from './build.ts';
import { findIn } from '../systems/index.ts';

type Entry = CollectionEntry<'entries'>;

/** A part of a document: its heading, the document’s title and where that stands. */
interface SourceLink {
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
function sourceHref(id: string): string {
  return `/sources/${id}/`;
}

/** @throws naming the entry’s file and the document or neighbour that there is none of */
export function sourceLinks(entry: Entry): Promise<SourceLink[]> {
  return Promise.all(entry.data.sources.map((source) => partLink(entry, source)));
}

async function partLink(
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
      : [other.title, lineAddress(found, other, other.line)];
  return {
    title,
    url,
    part,
    about: sourceHref(document.id),
    repository: `https://github.com/${found.repository}`,
    machine: found.setup.find(({ name }) => name === 'Machine')?.value,
  };
}

/** An outside document ready to be shown. */
type SourcePage = Awaited<ReturnType<typeof makePage>>;

/** All documents, in the order of the studies that are drawn from them. */
export const sourcePages = oncePerBuild(async (): Promise<readonly SourcePage[]> => {
  const studies = (await getCollection('studies')).toSorted((a, b) => a.data.order - b.data.order);
  const order = studies.map(({ id }) => id);
  const placeOf = (page: SourcePage): number => order.indexOf(page.studies[0] ?? '');
  const pages = await Promise.all((await getCollection('sources')).map(makePage));
  return pages.toSorted((a, b) => placeOf(a) - placeOf(b) || b.entries.length - a.entries.length);
});

/** A line of a document or, where one is named, of a neighbour. */
interface Place {
  line?: number | undefined;
  neighbour?: string | undefined;
}

async function makePage({ id, data: source }: CollectionEntry<'sources'>) {
  const { all } = await readJournal();
  const drawn = all
    .filter(({ data }) => data.sources.some(({ document }) => document.id === id))
    .toReversed();
  const entries = await Promise.all(
    drawn.map(async (entry) => {
      const claims = await checkedClaims(entry);
      const own = claims.filter(({ document = id }) => document === id);
      return { ...linkOf(entry), claims: own };
    }),
  );
  return {
    source,
    href: sourceHref(id),
    /** Ids of the studies whose entries are drawn from it. */
    studies: [...new Set(drawn.map(({ data }) => data.study.id))],
    /** The entries drawn from it or from files beside it, in the order of their journal. */
    entries,
    /** The claims of all of them. */
    claims: entries.flatMap(({ claims }) => claims),
    /** Address of a place; undefined where it names neither line nor neighbour. */
    lineUrl: ({ line, neighbour }: Place): string | undefined => {
      if (neighbour === undefined && line === undefined) return undefined;
      const field = `content/sources/${id}.json setup`;
      const file = neighbour === undefined ? source : findIn(field, source.neighbours, neighbour);
      return lineAddress(source, file, line);
    },
    /** Its numbers by line, as printed, in their order. */
    lines: [...Map.groupBy(source.numbers, ({ line }) => line)].map(([line, numbers]) => ({
      line,
      url: lineAddress(source, source, line),
      printed: [...new Set(numbers.map(({ text }) => text))],
    })),
  };
}
