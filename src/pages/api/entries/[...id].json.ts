/** Every entry as JSON: what its file says, its ratios, and the addresses of its records. */
import type { APIRoute, GetStaticPaths } from 'astro';
import type { CollectionEntry } from 'astro:content';
import { checkedClaims } from '../../../components/claims-data.ts';
import { entriesOf, entryPage } from '../../../components/entry-data.ts';
import { absoluteTo } from '../../../twins/addresses.ts';
import { entryDocument } from '../../../twins/documents.ts';
import { jsonResponse } from '../../../twins/respond.ts';

export const getStaticPaths = (async () => {
  const entries = await entriesOf();
  return entries.map((entry) => ({ params: { id: entry.id }, props: { entry } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ entry: CollectionEntry<'entries'> }> = async ({ props, site }) =>
  jsonResponse(
    entryDocument(await entryPage(props.entry), await checkedClaims(props.entry), absoluteTo(site)),
  );
