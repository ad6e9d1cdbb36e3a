/** The documents that an entry is drawn from, to be linked. */
import { type CollectionEntry, getCollection, getEntry } from 'astro:content';
import type { CheckedClaim } from '../claims/check.ts';
import { lineAddress } from '../claims/claim.ts';
import { neighbourUrl, type Source } from '../collections/records.ts';
import { checkedClaims } from './claims.ts';
import { type EntryLink, linkOf, readJournal } from './journal.ts';
import { oncePerBuild } from './once.ts';
import { fileOf } from './order.ts';

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

/** An outside document ready to be shown. */
interface SourcePage {
  source: Source;
  href: string;
  /** Ids of the studies whose entries are drawn from it. */
  studies: readonly string[];
  /** The entries drawn from it or from files beside it, in the order of their journal. */
  entries: ReadonlyArray<EntryLink & { claims: readonly CheckedClaim[] }>;
  /** The claims of all of them. */
  claims: readonly CheckedClaim[];
  /** Address of a line, of the document or of a neighbour; undefined where no line is named. */
  lineUrl: (place: {
    line?: number | undefined;
    neighbour?: string | undefined;
  }) => string | undefined;
  /** Its numbers by line, as printed, in their order. */
  lines: ReadonlyArray<{ line: number; url: string; printed: readonly string[] }>;
}

/** All documents, in the order of the studies that are drawn from them. */
export const sourcePages = oncePerBuild<void, readonly SourcePage[]>(() => '', makePages);

async function makePages(): Promise<SourcePage[]> {
  const studies = (await getCollection('studies')).toSorted((a, b) => a.data.order - b.data.order);
  const order = studies.map(({ id }) => id);
  const placeOf = (page: SourcePage): number => order.indexOf(page.studies[0] ?? '');
  const pages = await Promise.all((await getCollection('sources')).map(makePage));
  return pages.toSorted((a, b) => placeOf(a) - placeOf(b) || b.entries.length - a.entries.length);
}

async function makePage({ id, data: source }: CollectionEntry<'sources'>): Promise<SourcePage> {
  const { all } = await readJournal();
  const drawn = all
    .filter(({ data }) => data.sources.some(({ document }) => document.id === id))
    .toReversed();
  const entries = await Promise.all(
    drawn.map(async (entry) => ({ ...linkOf(entry), claims: await checkedClaims(entry) })),
  );
  const lineUrl: SourcePage['lineUrl'] = ({ line, neighbour }) => {
    if (neighbour === undefined)
      return line === undefined ? undefined : lineAddress(source, source, line);
    const other = source.neighbours.find((each) => each.id === neighbour);
    if (other) return neighbourUrl(source, other, line);
    const known = source.neighbours.map((each) => each.id).join(', ');
    throw new Error(
      `content/sources/${id}.json setup: got "${neighbour}", expected one of ${known}`,
    );
  };
  return {
    source,
    href: sourceHref(id),
    studies: [...new Set(drawn.map(({ data }) => data.study.id))],
    entries,
    claims: entries.flatMap(({ claims }) => claims),
    lineUrl,
    lines: [...Map.groupBy(source.numbers, ({ line }) => line)].map(([line, numbers]) => ({
      line,
      url: lineAddress(source, source, line),
      printed: [...new Set(numbers.map(({ text }) => text))],
    })),
  };
}
