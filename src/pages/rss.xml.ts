/** The feed: every entry of every journal, the latest first. */
import rss from '@astrojs/rss';
import type { APIRoute } from 'astro';
import { entriesOf, entryPage } from '../components/entry-data.ts';
import { absoluteTo } from '../twins/addresses.ts';
import { feedItems } from '../twins/feed.ts';
import { siteLine } from '../twins/head.ts';

export const GET: APIRoute = async ({ site }) => {
  const pages = await Promise.all((await entriesOf()).map(entryPage));
  const absolute = absoluteTo(site);
  return rss({
    title: 'Roundtrip',
    description: siteLine,
    site: absolute('/'),
    items: feedItems(pages, absolute),
    customData: '<language>en</language>',
  });
};
