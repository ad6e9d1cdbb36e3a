/** Every entry's page as Markdown, beside the page. */
import type { APIRoute, GetStaticPaths } from 'astro';
import type { CollectionEntry } from 'astro:content';
import { entriesOf, entryPage, slugOf } from '../../../../components/entry-data.ts';
import { absoluteTo } from '../../../../twins/addresses.ts';
import { entryMarkdown } from '../../../../twins/markdown.ts';
import { text } from '../../../../twins/respond.ts';

export const getStaticPaths = (async () => {
  const entries = await entriesOf();
  return entries.map((entry) => ({
    params: { study: entry.data.study.id, entry: slugOf(entry) },
    props: { entry },
  }));
}) satisfies GetStaticPaths;

export const GET: APIRoute<{ entry: CollectionEntry<'entries'> }> = async ({ props, site }) => {
  const page = await entryPage(props.entry);
  return text(
    entryMarkdown(
      page,
      { views: [], prose: props.entry.body ?? '', claims: [], sources: [] },
      absoluteTo(site),
    ),
    'text/markdown',
  );
};
