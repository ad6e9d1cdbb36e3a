/** Adds the studies to the sidebar and the colours of libraries to each page, and marks previews. */
import { PUBLIC_PREVIEW } from 'astro:env/client';
import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data';
import { colorRules } from '../results/tables/palette.ts';
import { hrefOf, readJournal } from '../journal/journal.ts';
import { oncePerBuild } from '../journal/build.ts';
import { studyEntries } from '../journal/studies.ts';

type Item = StarlightRouteData['sidebar'][number];
type Page = readonly [label: string, href: string];

/** Entries under the study that is read. The last link leads to all. */
const NEWEST = 5;

/** Every study by its question, with the entries that no later one supersedes, newest first. */
const listStudies = oncePerBuild(async () => {
  const journal = await readJournal();
  return (await studyEntries()).map(({ id, data }) => ({
    page: [data.title, `/studies/${id}/`] as const,
    entries: journal
      .ofStudy(id)
      .filter(({ data: { superseded } }) => superseded === undefined)
      .map((entry): Page => [entry.data.title, hrefOf(entry)])
      .reverse(),
  }));
});

export const onRequest = defineRouteMiddleware(async ({ locals, url }) => {
  const { sidebar, entry, head } = locals.starlightRoute;
  head.push({ tag: 'style', content: colorRules });
  if (PUBLIC_PREVIEW !== undefined) {
    const content = `Preview of pull request ${PUBLIC_PREVIEW}. Its results cannot be published.`;
    entry.data.banner = { content };
  }
  const group = sidebar.find(({ label }) => label === 'Studies');
  if (group?.type !== 'group') throw new Error('astro.config.mjs sidebar: expected “Studies”');
  group.entries.push(...(await listStudies()).flatMap((study) => itemsOf(study, url.pathname)));
});

/** A study, and under the one that is read its newest entries and the entry that is read. */
function itemsOf(
  { page, entries }: Awaited<ReturnType<typeof listStudies>>[number],
  path: string,
): Item[] {
  const link = ([label, href]: Page): Item => {
    return { type: 'link', label, href, isCurrent: href === path, badge: undefined, attrs: {} };
  };
  const [, href] = page;
  if (!path.startsWith(href) || entries.length === 0) return [link(page)];
  const shown = entries.filter(([, entry], at) => at < NEWEST || entry === path);
  const all: Page = ['All entries', `${href}#journal`];
  return [
    link(page),
    {
      type: 'group',
      label: 'Entries',
      collapsed: true,
      badge: undefined,
      entries: [...shown, all].map(link),
    },
  ];
}
