/** The first line of every study's answer as a badge. */
import type { APIRoute } from 'astro';
import { type Badge, badgeOf, badgeSvg } from '../../exports/cite.ts';
import { studyEntries, studyPage } from '../../journal/studies.ts';

export async function getStaticPaths() {
  const studies = await Promise.all((await studyEntries()).map(studyPage));
  return studies.map(({ entry, answer }) => ({
    params: { study: entry.id },
    props: { badge: badgeOf(answer) },
  }));
}

export const GET: APIRoute<{ badge: Badge }> = ({ props }) =>
  new Response(badgeSvg(props.badge), { headers: { 'Content-Type': 'image/svg+xml' } });
