/** The claims of entries, the documents that they come from, and the figures of texts. */
import { root } from 'astro:config/server';
import { type CollectionEntry, getCollection, getEntries } from 'astro:content';
import { checkClaims, type CheckedClaim } from './claims/check.ts';
import { claimAnchor, type Claims, lineAddress, readClaims } from './claims/claim.ts';
import { elementsOf } from './elements.ts';
import type { Scope } from './claims/scope.ts';
import { countVerdicts } from './claims/claim-table.ts';
import { findOutline } from '../libraries/studies/outlines.ts';
import { findIn } from '../libraries/systems/index.ts';
import { linkOf, readJournal } from './journal.ts';
import { fileOf, oncePerBuild } from './build.ts';
import { publishedResult, studyEntries } from './studies.ts';

type Entry = CollectionEntry<'entries'>;

/** Results that formulas can read: of a study the records that answer it by their place, others of it by name. */
function scopeOf({ id, data }: Entry | CollectionEntry<'studies'>): Scope {
  const find = publishedResult;
  if ('answering' in data) {
    const records = data.answering.flatMap(({ record, also }) => [record, ...also]);
    return { study: findOutline(id), records: [...new Set(records)], configuration: [], find };
  }
  const { study, configuration } = data;
  const records = data.records.map((each) => each.id);
  return { study: findOutline(study.id), records, configuration, find };
}

/** The claims of an entry as their file has them. */
export const claimsOf = ({ id }: Entry): Promise<Claims> => readClaims(new URL(root), id);

/**
 * The claims of an entry with what becomes of them.
 *
 * @throws Error naming file, claim and field, when a formula is broken
 */
export const checkedClaims = oncePerBuild(async (entry: Entry): Promise<CheckedClaim[]> => {
  const documents = (await getEntries(entry.data.sources.map(({ document }) => document))).map(
    ({ id, data }) => [id, data] as const,
  );
  const { id } = entry;
  const claims = await claimsOf(entry);
  return checkClaims({ id, claims, sources: new Map(documents) }, scopeOf(entry));
});

/** All claims by study and entry; studies in the order of their list. */
export async function allClaims() {
  const { ofStudy } = await readJournal();
  return Promise.all(
    (await studyEntries()).map(async ({ id, data }) => {
      const entries = await Promise.all(
        ofStudy(id).map(async (entry) => ({
          ...linkOf(entry),
          claims: await checkedClaims(entry),
        })),
      );
      return {
        study: id,
        title: data.title,
        href: `/studies/${id}/`,
        /** Its entries that claim anything, in the order of its journal. */
        entries: entries.filter(({ claims }) => claims.length > 0),
        counts: countVerdicts(entries.flatMap(({ claims }) => claims)),
      };
    }),
  );
}

/** Id of a claim on the page of its document, which has claims of several entries. */
export function anchorOnSource({ entry, text }: Pick<CheckedClaim, 'entry' | 'text'>): string {
  return claimAnchor(`${entry} ${text}`);
}

/** Where a claim stands with everything else that its document states. */
export function claimHref(claim: CheckedClaim): string {
  const { study, entry, document } = claim;
  return document === undefined
    ? `/studies/${study}/${entry}/#claims`
    : `/sources/${document}/#${anchorOnSource(claim)}`;
}

/** The elements of a text. @param entry entry or study, which its page sets as `Astro.locals.entry` before it renders */
export function elementsIn(entry: App.Locals['entry']) {
  if (entry) return elementsOf(fileOf(entry), scopeOf(entry));
  throw new Error('got no entry in Astro.locals, expected the page to set it');
}

type Source = CollectionEntry<'sources'>;

/** Address of the page about a document. */
const sourceHref = (id: string): string => `/sources/${id}/`;

/**
 * The parts of documents that an entry is drawn from: each with the document’s title and where that stands.
 *
 * @throws naming the entry’s file and the document or neighbour that there is none of
 */
export async function sourceLinks(entry: Entry) {
  const sources = await getCollection('sources');
  const field = `${fileOf(entry)} sources`;
  return entry.data.sources.map(({ document, part, neighbour }) => {
    const { data } = findIn(field, sources, document.id);
    const other = neighbour === undefined ? undefined : findIn(field, data.neighbours, neighbour);
    return {
      title: (other ?? data).title,
      url: other === undefined ? data.url : lineAddress(data, other, other.line),
      part,
      /** Address of this site’s page about the document. */
      about: sourceHref(document.id),
      /** Address of its repository. */
      repository: `https://github.com/${data.repository}`,
      /** The machine it measured on, in words; undefined where it measured nothing. */
      machine: data.setup.find(({ name }) => name === 'Machine')?.value,
    };
  });
}

/** An outside document ready to be shown. */
type SourcePage = Awaited<ReturnType<typeof makePage>>;

/** All documents, in the order of the studies that are drawn from them. */
export const sourcePages = oncePerBuild(async (): Promise<readonly SourcePage[]> => {
  const order = (await studyEntries()).map(({ id }) => id);
  const placeOf = (page: SourcePage): number => order.indexOf(page.studies[0] ?? '');
  const pages = await Promise.all((await getCollection('sources')).map(makePage));
  return pages.toSorted((a, b) => placeOf(a) - placeOf(b) || b.entries.length - a.entries.length);
});

/** The claims that its readers are likeliest to have heard, in their order. @throws naming a place that is not the next */
function bestKnown(id: string, claims: readonly CheckedClaim[]): CheckedClaim[] {
  const placeOf = ({ known = 0 }: CheckedClaim): number => known;
  const best = claims.filter(placeOf).toSorted((a, b) => placeOf(a) - placeOf(b));
  for (const [at, { text, known }] of best.entries()) {
    if (known === at + 1) continue;
    throw new Error(
      `content/sources/${id}.json claims: got “${text}” with known ${known}, expected ${at + 1}`,
    );
  }
  return best;
}

async function makePage({ id, data: source }: Source) {
  const { all } = await readJournal();
  const drawn = all
    .filter(({ data }) => data.sources.some(({ document }) => document.id === id))
    .toReversed();
  const entries = await Promise.all(
    drawn.map(async (entry) => ({
      ...linkOf(entry),
      claims: (await checkedClaims(entry)).filter(({ document = id }) => document === id),
    })),
  );
  const claims = entries.flatMap((entry) => entry.claims);
  return {
    source,
    href: sourceHref(id),
    /** Ids of the studies whose entries are drawn from it. */
    studies: [...new Set(drawn.map(({ data }) => data.study.id))],
    /** The entries drawn from it or from files beside it, in the order of their journal. */
    entries,
    /** The claims of all of them. */
    claims,
    best: bestKnown(id, claims),
    /** Address of a place; undefined where it names neither line nor neighbour. */
    lineUrl: ({
      line,
      neighbour,
    }: Partial<Pick<Source['data']['setup'][number], 'line' | 'neighbour'>>):
      string | undefined => {
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
