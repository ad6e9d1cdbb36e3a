/** What an entry's page puts in its head, in one call. */
import type { EntryPage } from '../components/entry-data.ts';
import { absoluteTo } from './addresses.ts';
import { ogHead, type HeadTag } from './head.ts';
import { imageText } from './og/words.ts';

/**
 * The entry's image and its twins, for the front matter of `StarlightPage`.
 *
 * @param site `Astro.site`
 */
export function entryHead(page: EntryPage, site: URL | undefined): HeadTag[] {
  const { entry, href } = page;
  const shown = { id: entry.id, href, title: entry.data.title, imageText: imageText(page) };
  return ogHead(shown, absoluteTo(site));
}
