/** The feeds, the latest entry first: of every journal, and of each study’s. */
import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { absoluteTo } from '../../exports/addresses.ts';
import { feedItems } from '../../exports/feeds.ts';
import { siteLine } from '../../exports/addresses.ts';
import { entryPages } from '../../journal/entries.ts';
import { studyEntries } from '../../journal/studies.ts';

interface Feed {
  title: string;
  description: string;
  /** Address of the page that it is the feed of. */
  of: string;
  /** Id of the study whose entries it has; all have theirs in it without one. */
  study?: string;
}

export async function getStaticPaths() {
  const all: Feed = { title: 'Roundtrip', description: siteLine, of: '/' };
  const studies = (await studyEntries()).map(({ id, data: { title, question } }) => ({
    params: { folder: `studies/${id}` },
    props: {
      ...{ title: `Roundtrip: ${title}`, description: question },
      ...{ of: `/studies/${id}/`, study: id },
    },
  }));
  return [{ params: { folder: undefined }, props: all }, ...studies];
}

export const GET: APIRoute<Feed> = async ({ props, site }) => {
  const { title, description, of, study } = props;
  const absolute = absoluteTo(site);
  return rss({
    ...{ title, description, site: absolute(of) },
    items: feedItems(await entryPages(study), absolute),
    customData: '<language>en</language>',
  });
};
