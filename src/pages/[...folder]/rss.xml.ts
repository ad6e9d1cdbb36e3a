/** The feeds: of every journal, and of each study’s. */
import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { absolute } from '../../site/exports/addresses.ts';
import { siteLine } from '../../site/integrations/settings.ts';
import { rightDate } from '../../journal/facts.ts';
import { entriesOf, hrefOf } from '../../journal/journal.ts';
import { studyEntries } from '../../journal/studies.ts';

interface Feed {
  title: string;
  description: string;
  /** Id of the study whose entries it has; all have theirs in it without one. */
  study?: string;
}

export async function getStaticPaths() {
  const all: Feed = { title: 'Roundtrip', description: siteLine };
  const studies = (await studyEntries()).map(({ id, data: { title, question } }) => ({
    params: { folder: `studies/${id}` },
    props: { title: `Roundtrip: ${title}`, description: question, study: id },
  }));
  return [{ params: { folder: undefined }, props: all }, ...studies];
}

/** An item for each entry, by its own date, the latest first; those without a date at the end. */
export const GET: APIRoute<Feed> = async ({ props: { title, description, study } }) => {
  const titles = new Map((await studyEntries()).map(({ id, data }) => [id, data.title]));
  const items = (await entriesOf(study)).map((entry) => {
    const date = rightDate(entry.data);
    return {
      title: entry.data.title,
      link: absolute(hrefOf(entry)),
      description: entry.data.description,
      pubDate: date !== undefined ? new Date(date) : undefined,
      categories: [titles.get(entry.data.study.id) ?? entry.data.study.id],
    };
  });
  return rss({
    title,
    description,
    site: absolute(study === undefined ? '/' : `/studies/${study}/`),
    items: items.toSorted(
      (a, b) => Number(b.pubDate ?? 0) - Number(a.pubDate ?? 0) || a.link.localeCompare(b.link),
    ),
    customData: '<language>en</language>',
  });
};
