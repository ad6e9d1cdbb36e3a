/** What stands in the head of every page: the feed, and the image for where a page is linked. */
import { addresses } from '../twins/addresses.ts';
import { imageTags, type HeadTag } from '../twins/head.ts';
import { siteImageText } from '../twins/og/words.ts';

/** @param site origin of the site */
export function siteHead(site: string): HeadTag[] {
  const feed = {
    rel: 'alternate',
    type: 'application/rss+xml',
    title: 'Roundtrip, entries of all journals',
    href: addresses.feed,
  };
  return [
    { tag: 'link', attrs: feed },
    ...imageTags(new URL(addresses.siteImage, site).href, siteImageText),
  ];
}
