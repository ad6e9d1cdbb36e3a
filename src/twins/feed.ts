/** The entries as items of a feed. */
import type { RSSFeedItem } from '@astrojs/rss';
import type { EntryPage } from '../components/entry-data.ts';
import type { Absolute } from './addresses.ts';
import { spaced } from '../report/table.ts';

/** One item for each entry, by its own date, the latest first; those without a date at the end. */
export function feedItems(pages: readonly EntryPage[], absolute: Absolute): RSSFeedItem[] {
  return pages
    .map((page) => {
      const { title, description, timestamp } = page.entry.data;
      return {
        title,
        link: absolute(page.href),
        description: spaced([description, page.answer?.text ?? ''].join(' ').trim()),
        ...(timestamp !== undefined && { pubDate: new Date(timestamp) }),
        categories: [page.study.title],
      };
    })
    .sort((a, b) => moment(b) - moment(a) || a.link.localeCompare(b.link));
}

function moment({ pubDate }: { pubDate?: Date }): number {
  return pubDate?.valueOf() ?? 0;
}
