/** The feed of a study: every entry of its journal, the latest first. */
import rss from '@astrojs/rss';
import type { APIRoute, GetStaticPaths } from 'astro';
import type { CollectionEntry } from 'astro:content';
import { absoluteTo } from '../../../exports/addresses.ts';
import { feedItems } from '../../../exports/feeds.ts';
import { entryPages } from '../../../journal/entries.ts';
import { studyEntries } from '../../../journal/studies.ts';

export const getStaticPaths = (async () =>
  (await studyEntries()).map((study) => ({
    params: { study: study.id },
    props: { study },
  }))) satisfies GetStaticPaths;

export const GET: APIRoute<{ study: CollectionEntry<'studies'> }> = async ({ props, site }) => {
  const { id, data } = props.study;
  const absolute = absoluteTo(site);
  return rss({
    title: `Roundtrip: ${data.title}`,
    description: data.question,
    site: absolute(`/studies/${id}/`),
    items: feedItems(await entryPages(id), absolute),
    customData: '<language>en</language>',
  });
};
