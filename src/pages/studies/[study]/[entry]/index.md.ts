/** Every entry's page as Markdown, beside the page. */
import type { APIRoute, GetStaticPaths } from 'astro';
import { getEntry, type CollectionEntry } from 'astro:content';
import { absoluteTo, text } from '../../../../exports/addresses.ts';
import { entryMarkdown } from '../../../../exports/markdown.ts';
import { checkedClaims, proseMarkdown } from '../../../../journal/claims.ts';
import { broughtBy, entryPage, entryPaths } from '../../../../journal/entries.ts';
import { fileOf } from '../../../../journal/order.ts';
import { viewsOf } from '../../../../tables/views/index.ts';

export const getStaticPaths = entryPaths satisfies GetStaticPaths;

export const GET: APIRoute<{ entry: CollectionEntry<'entries'> }> = async ({ props, site }) => {
  const { entry } = props;
  const page = await entryPage(entry);
  const parts = {
    views: viewsOf(page, await broughtBy(page)),
    prose: await proseMarkdown(entry),
    claims: await checkedClaims(entry),
    sources: await Promise.all(entry.data.sources.map((source) => sourceOf(entry, source))),
  };
  return text(entryMarkdown(page, parts, absoluteTo(site)), 'text/markdown');
};

type Source = CollectionEntry<'entries'>['data']['sources'][number];

async function sourceOf(entry: CollectionEntry<'entries'>, { document, part }: Source) {
  const found = await getEntry(document);
  if (found === undefined) {
    throw new Error(`${fileOf(entry)} sources: got "${document.id}", expected a document's id`);
  }
  return { title: found.data.title, url: found.data.url, part };
}
