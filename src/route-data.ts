/** Fills the sidebar's list of studies, gives each page the systems' colours, and stamps previews. */
import { PUBLIC_PREVIEW } from 'astro:env/client';
import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data';
import { colorRules } from './tables/palette.ts';
import { hrefOf, readJournal } from './journal/journal.ts';
import { studyItems, type ListedStudy } from './journal/navigation.ts';
import { oncePerBuild } from './journal/once.ts';
import { studyEntries } from './journal/studies.ts';

const listStudies = oncePerBuild(async (): Promise<ListedStudy[]> => {
  const journal = await readJournal();
  return (await studyEntries()).map(({ id, data }) => ({
    question: data.short,
    href: `/studies/${id}/`,
    entries: journal
      .ofStudy(id)
      .map((entry) => ({ title: entry.data.title, href: hrefOf(entry) }))
      .reverse(),
  }));
});

export const onRequest = defineRouteMiddleware(async ({ locals, url }) => {
  const { sidebar, entry, head } = locals.starlightRoute;
  head.push({ tag: 'style', content: colorRules });
  if (PUBLIC_PREVIEW !== undefined) {
    const what = `Preview of pull request ${PUBLIC_PREVIEW}`;
    entry.data.banner = { content: `${what}: nothing here is published, and no run can be.` };
  }
  const group = sidebar.find(({ label }) => label === 'Studies');
  if (group?.type !== 'group') throw new Error('astro.config.mjs sidebar: expected “Studies”');
  // A group that is closed elsewhere opens on its own pages: the studies make room for it.
  group.collapsed = sidebar.some(holdsPage);
  group.entries.push(...studyItems(await listStudies(), url.pathname));
});

function holdsPage(item: StarlightRouteData['sidebar'][number]): boolean {
  return (
    item.type === 'group' && item.entries.some((each) => each.type === 'link' && each.isCurrent)
  );
}
