/** The feed: every entry of every journal, the latest first. */
import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { absoluteTo, siteLine } from '../exports/addresses.ts';
import { feedItems } from '../exports/feeds.ts';
import { entryPages } from '../journal/entries.ts';

export const GET: APIRoute = async ({ site }) => {
  const pages = await entryPages();
  const absolute = absoluteTo(site);
  return rss({
    title: 'Roundtrip',
    description: siteLine,
    site: absolute('/'),
    items: feedItems(pages, absolute),
    customData: '<language>en</language>',
  });
};
