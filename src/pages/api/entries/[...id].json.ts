/** Every entry as JSON: what its file says, its ratios, and the addresses of its records. */
import type { APIRoute, GetStaticPaths } from 'astro';
import type { CollectionEntry } from 'astro:content';
import { absoluteTo, jsonResponse } from '../../../exports/addresses.ts';
import { entryDocument } from '../../../exports/documents.ts';
import { checkedClaims } from '../../../journal/claims.ts';
import { entriesOf, entryPage } from '../../../journal/entries.ts';

export const getStaticPaths = (async () => {
  const entries = await entriesOf();
  return entries.map((entry) => ({ params: { id: entry.id }, props: { entry } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ entry: CollectionEntry<'entries'> }> = async ({ props, site }) =>
  jsonResponse(
    entryDocument(await entryPage(props.entry), await checkedClaims(props.entry), absoluteTo(site)),
  );
