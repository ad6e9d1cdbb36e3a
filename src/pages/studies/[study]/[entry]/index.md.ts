/** Every entry's page as Markdown, beside the page. */
import type { APIRoute, GetStaticPaths } from 'astro';
import type { CollectionEntry } from 'astro:content';
import { absoluteTo, text } from '../../../../exports/addresses.ts';
import { entryMarkdown } from '../../../../exports/markdown.ts';
import { checkedClaims, proseMarkdown } from '../../../../journal/claims.ts';
import { sinceLastOf } from '../../../../journal/comparisons.ts';
import { broughtBy, entryPage, entryPaths } from '../../../../journal/entries.ts';
import { sourceLinks } from '../../../../journal/sources.ts';
import { recordViews } from '../../../../tables/entry.ts';
import { viewsOf } from '../../../../tables/views/index.ts';

export const getStaticPaths = entryPaths satisfies GetStaticPaths;

export const GET: APIRoute<{ entry: CollectionEntry<'entries'> }> = async ({ props, site }) => {
  const { entry } = props;
  const page = await entryPage(entry);
  const brought = await broughtBy(page);
  const parts = {
    views: [...viewsOf(page, brought), ...recordViews(brought)],
    prose: await proseMarkdown(page),
    claims: await checkedClaims(entry),
    since: await sinceLastOf(page),
    sources: await sourceLinks(entry),
  };
  return text(entryMarkdown(page, parts, absoluteTo(site)), 'text/markdown');
};
