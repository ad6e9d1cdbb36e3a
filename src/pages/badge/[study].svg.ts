/** Every study's newest ratio as a badge. */
import type { APIRoute } from 'astro';
import { type Badge, badgeOf, badgeSvg } from '../../exports/cite.ts';
import { entryPages } from '../../journal/entries.ts';
import { studyEntries } from '../../journal/studies.ts';

export async function getStaticPaths() {
  const paths = await Promise.all(
    (await studyEntries()).map(async ({ id }) => {
      const badge = badgeOf(await entryPages(id));
      return badge === undefined ? [] : [{ params: { study: id }, props: { badge } }];
    }),
  );
  return paths.flat();
}

export const GET: APIRoute<{ badge: Badge }> = ({ props }) =>
  new Response(badgeSvg(props.badge), { headers: { 'Content-Type': 'image/svg+xml' } });
