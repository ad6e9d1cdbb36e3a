/** The image that stands for an entry where it is linked. */
import type { APIRoute, GetStaticPaths } from 'astro';
import type { CollectionEntry } from 'astro:content';
import { entriesOf, entryPage } from '../../components/entry-data.ts';
import { entryCard } from '../../twins/og/card.ts';
import { pngResponse } from '../../twins/og/image.ts';

export const getStaticPaths = (async () => {
  const entries = await entriesOf();
  return entries.map((entry) => ({ params: { id: entry.id }, props: { entry } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ entry: CollectionEntry<'entries'> }> = async ({ props }) =>
  pngResponse(entryCard(await entryPage(props.entry)));
