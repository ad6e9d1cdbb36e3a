/** The entries as items of a feed, and the site as `/llms.txt`. */
import type { RSSFeedItem } from '@astrojs/rss';
import type { CollectionEntry } from 'astro:content';
import { hrefOf } from '../journal/journal.ts';
import { rightDate } from '../journal/facts.ts';
import { type Absolute, addresses, markdownOf, siteLine } from './addresses.ts';

type Entry = CollectionEntry<'entries'>;
type Study = CollectionEntry<'studies'>;

/** One item for each entry, by its own date, the latest first; those without a date at the end. */
export function feedItems(
  entries: readonly Entry[],
  studies: readonly Study[],
  absolute: Absolute,
): RSSFeedItem[] {
  const titles = new Map(studies.map(({ id, data }) => [id, data.title]));
  return entries
    .map((entry) => {
      const { title, description, study } = entry.data;
      const date = rightDate(entry.data);
      return {
        ...{ title, link: absolute(hrefOf(entry)), description },
        ...(date !== undefined && { pubDate: new Date(date) }),
        categories: [titles.get(study.id) ?? study.id],
      };
    })
    .sort((a, b) => moment(b) - moment(a) || a.link.localeCompare(b.link));
}

function moment({ pubDate }: { pubDate?: Date }): number {
  return pubDate?.valueOf() ?? 0;
}

/** The text of `/llms.txt`, as llmstxt.org describes it: a heading, a summary, a paragraph, and lists of links. */
export function llmsText(
  studies: readonly Study[],
  entries: readonly Entry[],
  choices: ReadonlyArray<{ id: string; label: string; title: string }>,
  absolute: Absolute,
): string {
  const item = (name: string, address: string, says: string): string =>
    `- [${name}](${absolute(address)}): ${says}`;
  const part = (heading: string, items: readonly string[]): string[] =>
    items.length === 0 ? [] : ['', `## ${heading}`, '', ...items];
  const journal = ({ id, data: { title } }: Study): string[] => {
    const own = entries.filter(({ data }) => data.study.id === id);
    const sorted = own.toSorted((a, b) => a.data.place - b.data.place);
    const items = sorted.map((entry) =>
      item(entry.data.title, markdownOf(hrefOf(entry)), entry.data.description),
    );
    return part(`Journal: ${title}`, items);
  };
  const compare = choices.map(({ id, label, title }) =>
    item(label, markdownOf(`/choose/${id}/`), `${title}: times, costs and what each cannot do`),
  );
  const lines = [
    '# Roundtrip',
    '',
    `> ${siteLine}`,
    '',
    'Every number is measured, quoted or estimated, and says which. Measured numbers have a 95 % ' +
      'confidence interval. Quoted ones come from outside documents, which kept no samples, and have none. ' +
      'Claims of a document are recomputed from its own figures. A ratio is a library’s time divided by that ' +
      'of the reference: below 1 it is faster. Lumenize RPC is the npm package, Lumenize RPC ' +
      '(reimplementation) is this site’s own code.',
    ...part('Compare libraries', compare),
    ...part(
      'Studies',
      studies.map(({ id, data }) => item(data.title, `/studies/${id}/`, data.question)),
    ),
    ...studies.flatMap(journal),
    ...part('Method', [
      item('How we measure', '/method/', 'sessions, rounds, intervals and verdicts'),
      item('Calibration', '/method/calibration/', 'how often the statistics are right'),
      item('Measure your library', '/outside/', 'the files and the command'),
    ]),
    ...part('Data', [
      item('Addresses and columns', '/data/', 'what each document holds, and its version'),
      item('Studies as JSON', addresses.studies, 'every study with its entries'),
      item('Entries as JSON', addresses.entries, 'every entry as its file has it'),
      item('Records as JSON', addresses.records, 'all records, with their results as JSON and CSV'),
      item('Claims as JSON', addresses.claims, 'what the sources stated, each with its verdict'),
      item('Feed', addresses.feed, 'all entries as RSS, the latest first'),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}
