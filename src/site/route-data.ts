/** Adds the studies to the sidebar and the colours of libraries to each page, and marks previews. */
import { PUBLIC_PREVIEW } from 'astro:env/client';
import { defineRouteMiddleware } from '@astrojs/starlight/route-data';
import { colorRules } from '../results/tables/palette.ts';
import { studyEntries } from '../journal/studies.ts';

/** Words that readers look for and that the page which answers them puts in another way. Search reads them. */
const keywords: Readonly<Record<string, string>> = {
  '/choose/': 'Which library? Overhead of each library.',
  '/choose/workers/': 'Latency: p50, p95, p99. Hibernate.',
  '/studies/failures/': 'Mobile network drops. Offline, reconnect, connection lost.',
  '/studies/kkrpc-transports/2026-11-22-memory/': 'Memory leak.',
  '/outside/': 'Add my library.',
  '/publish/': 'Contribute.',
};

export const onRequest = defineRouteMiddleware(async ({ locals, url }) => {
  const { sidebar, entry, head } = locals.starlightRoute;
  head.push({ tag: 'style', content: colorRules });
  const content = keywords[url.pathname];
  if (content !== undefined) {
    const attrs = { name: 'keywords', content, 'data-pagefind-meta': 'keywords[content]' };
    head.push({ tag: 'meta', attrs });
  }
  if (PUBLIC_PREVIEW !== undefined) {
    const content = `Preview of pull request ${PUBLIC_PREVIEW}. Its results cannot be published.`;
    entry.data.banner = { content };
  }
  const group = sidebar.find(({ label }) => label === 'Studies');
  if (group?.type !== 'group') throw new Error('astro.config.mjs sidebar: expected “Studies”');
  // A study is marked on the pages of its entries, too, which the sidebar does not list.
  const studies = (await studyEntries()).map(({ id, data }) => {
    const href = `/studies/${id}/`;
    const isCurrent = url.pathname.startsWith(href);
    return {
      type: 'link' as const,
      label: data.title,
      href,
      isCurrent,
      badge: undefined,
      attrs: {},
    };
  });
  group.entries.unshift(...studies);
});
