/** The entries as items of a feed. */
import type { RSSFeedItem } from '@astrojs/rss';
import type { EntryPage } from '../components/entry-data.ts';
import type { Absolute } from './addresses.ts';
import { ratioSentence, type RatioSource } from './ratios.ts';

/** What an item needs of an entry's page. */
export type FeedSource = RatioSource &
  Pick<EntryPage, 'href'> & {
    entry: { id: string; data: { title: string; description: string; timestamp: string } };
  };

/** One item for each entry, by its own date, the latest first. */
export function feedItems(pages: readonly FeedSource[], absolute: Absolute): RSSFeedItem[] {
  return pages
    .map((page) => {
      const { title, description, timestamp } = page.entry.data;
      return {
        title,
        link: absolute(page.href),
        description: [description, ratioSentence(page)].filter(Boolean).join(' '),
        pubDate: new Date(timestamp),
        categories: [page.study.title],
      };
    })
    .sort((a, b) => b.pubDate.valueOf() - a.pubDate.valueOf() || a.link.localeCompare(b.link));
}
