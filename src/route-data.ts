/** Fills the sidebar's list of studies, which astro.config.mjs leaves to this. */
import { defineRouteMiddleware } from '@astrojs/starlight/route-data';
import { hrefOf, readJournal } from './journal/journal.ts';
import { studyItems, type ListedStudy } from './journal/navigation.ts';
import { oncePerBuild } from './journal/once.ts';
import { studyEntries } from './journal/studies.ts';

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
