/** Badges: of every study and entry the first line of its answer, of every system the time of its first call. */
import type { APIRoute } from 'astro';
import { jsonResponse } from '../../exports/addresses.ts';
import { type Badge, badge, badgeOf } from '../../exports/cite.ts';
import { entryPages } from '../../journal/entries.ts';
import { studyEntries, studyPage } from '../../journal/studies.ts';
import { systemPages } from '../../journal/systems.ts';
import { timesOf, timeShort } from '../../tables/system-times.ts';

export async function getStaticPaths() {
  const studies = await Promise.all((await studyEntries()).map(studyPage));
  const entries = (await Promise.all(studies.map(({ entry }) => entryPages(entry.id)))).flat();
  const answers = [...studies, ...entries].map(({ entry, answer }) => {
    const [line] = answer?.sentences ?? [];
    return { name: entry.id, badge: line && badgeOf(line) };
  });
  const systems = (await systemPages()).map(({ system, held }) => {
    const [first] = timesOf(held, [system.id, system.measuredAs]);
    return { name: `systems/${system.id}`, badge: first && badge(system.label, timeShort(first)) };
  });
  return [...answers, ...systems].flatMap(({ name, badge: props }) =>
    props ? [{ params: { name }, props }] : [],
  );
}

export const GET: APIRoute<Badge> = ({ props }) => jsonResponse(props);
