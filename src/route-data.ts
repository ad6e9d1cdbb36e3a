/** Fills the sidebar's list of studies, which astro.config.mjs leaves to this. */
import { defineRouteMiddleware } from '@astrojs/starlight/route-data';
import { hrefOf, readJournal } from './components/journal.ts';
import { oncePerBuild } from './components/once.ts';
import { studyItems, type ListedStudy } from './components/sidebar.ts';
import { studyEntries } from './components/study-data.ts';

const listStudies = oncePerBuild<void, ListedStudy[]>(
  () => '',
  async () => {
    const journal = await readJournal();
    return (await studyEntries()).map(({ id, data }) => ({
      title: data.title,
      href: `/studies/${id}/`,
      entries: journal
        .ofStudy(id)
        .map((entry) => ({ title: entry.data.title, href: hrefOf(entry) }))
        .reverse(),
    }));
  },
);

export const onRequest = defineRouteMiddleware(async ({ locals, url }) => {
  const group = locals.starlightRoute.sidebar.find(({ label }) => label === 'Studies');
  if (group?.type !== 'group') throw new Error('astro.config.mjs sidebar: expected “Studies”');
  group.entries.push(...studyItems(await listStudies(), url.pathname));
});
