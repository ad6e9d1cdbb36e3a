/** The feeds: of every journal, and of each study’s. */
import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { absoluteTo, siteLine } from '../../exports/addresses.ts';
import { feedItems } from '../../exports/feeds.ts';
import { entriesOf } from '../../journal/entries.ts';
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

export const GET: APIRoute<Feed> = async ({ props: { title, description, study }, site }) => {
  const absolute = absoluteTo(site);
  return rss({
    ...{ title, description, site: absolute(study === undefined ? '/' : `/studies/${study}/`) },
    items: feedItems(await entriesOf(study), await studyEntries(), absolute),
    customData: '<language>en</language>',
  });
};
