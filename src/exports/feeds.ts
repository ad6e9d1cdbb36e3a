/** The entries as items of a feed, and the site as `/llms.txt`. */
import type { RSSFeedItem } from '@astrojs/rss';
import type { CollectionEntry } from 'astro:content';
import type { SystemOutline } from '../harness/plan/index.ts';
import type { EntryPage } from '../journal/entries.ts';
import { rightDate } from '../journal/facts.ts';
import { spaced } from '../report/table.ts';
import { type Absolute, addresses, markdownOf, siteLine } from './addresses.ts';

/** One item for each entry, by its own date, the latest first; those without a date at the end. */
export function feedItems(pages: readonly EntryPage[], absolute: Absolute): RSSFeedItem[] {
  return pages
    .map((page) => {
      const { title, description } = page.entry.data;
      const date = rightDate(page.entry.data);
      return {
        title,
        link: absolute(page.href),
        description: spaced(
          [description, page.answer?.text, page.answer?.note].filter(Boolean).join(' '),
        ),
        ...(date !== undefined && { pubDate: new Date(date) }),
        categories: [page.study.title],
      };
    })
    .sort((a, b) => moment(b) - moment(a) || a.link.localeCompare(b.link));
}

function moment({ pubDate }: { pubDate?: Date }): number {
  return pubDate?.valueOf() ?? 0;
}

// `/llms.txt`: what the site is and where its parts stand as plain text.

type LlmsStudy = {
  id: string;
  data: Pick<CollectionEntry<'studies'>['data'], 'title' | 'question'>;
  /** What it answers. */
  answer: string;
};
type LlmsEntry = {
  id: string;
  data: Pick<CollectionEntry<'entries'>['data'], 'title' | 'description' | 'place'> & {
    study: { id: string };
  };
};

/** The text, by llmstxt.org: a heading, a summary, a paragraph, and lists of links. */
export function llmsText(
  studies: readonly LlmsStudy[],
  entries: readonly LlmsEntry[],
  systems: readonly SystemOutline[],
  choices: ReadonlyArray<{ id: string; label: string; title: string }>,
  absolute: Absolute,
): string {
  const item = (name: string, address: string, says: string): string =>
    `- [${name}](${absolute(address)}): ${says}`;
  const journal = (study: LlmsStudy): string[] => {
    const own = entries.filter(({ data }) => data.study.id === study.id);
    if (own.length === 0) return [];
    const items = own
      .toSorted((a, b) => a.data.place - b.data.place)
      .map(({ id, data }) => item(data.title, markdownOf(`/studies/${id}/`), data.description));
    return ['', `## Journal: ${study.data.title}`, '', ...items];
  };
  return [
    '# Roundtrip',
    '',
    `> ${siteLine}`,
    '',
    'Every number is measured, derived, modelled or quoted, and says which. Quoted figures come from ' +
      'outside documents and have no interval, because no samples were kept. What a source stated is ' +
      'recomputed from its own figures, and what does not hold is shown beside it. A ratio is an arm’s ' +
      'time divided by the reference’s: below 1 it is faster.',
    '',
    ...systems.flatMap(({ label, quotedAs }) =>
      quotedAs === undefined
        ? []
        : [
            `What is measured here is ${label}. What sources measured, and figures quoted from them are of, is ${quotedAs}.`,
            '',
          ],
    ),
    '## Which one to choose',
    '',
    ...choices.map(({ id, label, title }) =>
      item(label, markdownOf(`/choose/${id}/`), `${title}: times, costs and what each cannot do`),
    ),
    '',
    '## Studies',
    '',
    ...studies.map(({ id, data, answer }) =>
      item(data.title, `/studies/${id}/`, `${data.question} ${spaced(answer)}`),
    ),
    ...studies.flatMap(journal),
    '',
    '## Method',
    '',
    item('How it measures', '/method/', 'rounds, baseline, A/A control, intervals and verdicts'),
    item('Calibration', '/method/calibration/', 'how often the statistics are right'),
    '',
    '## Data',
    '',
    item('Addresses and columns', '/data/', 'what each document holds, and its version'),
    item('Studies as JSON', addresses.studies, 'every study with its entries'),
    item('Entries as JSON', addresses.entries, 'every entry with its records'),
    item('Records as JSON', addresses.records, 'all records, each as JSON and as CSV'),
    item('Claims as JSON', addresses.claims, 'what the sources stated, each with its verdict'),
    item('Feed', addresses.feed, 'all entries as RSS, the latest first'),
    '',
  ].join('\n');
}
