/** Everything a page needs of one system: what it is, and where it was measured. */
import { getCollection } from 'astro:content';
import type { System } from '../places/bench/system.ts';
import { allSystems, runsHere, served, systems as measured, versionsOf } from '../systems/index.ts';
import { type EntryPage, entryPages } from './entries.ts';
import { formatRightDate } from './facts.ts';
import { oncePerBuild } from './once.ts';
import { placeName, placesOf } from './runs.ts';
import { studyEntries, studyPage, type StudyPage } from './studies.ts';

type Held = Pick<EntryPage, 'runs' | 'quoted' | 'names'>;

/** Ids of the systems that an entry has a measured result of, also of those that came from outside. */
function measuredIn({ runs, names }: Pick<Held, 'runs' | 'names'>): string[] {
  const ids = runs.flatMap(({ record }) => record.plan.arms.map((arm) => names(arm).system));
  return [...new Set(ids)].map(
    (id) => allSystems.find(({ measuredAs }) => measuredAs === id)?.id ?? id,
  );
}

/** Ids of the systems that an entry has a result of. */
function systemsIn({ runs, quoted, names }: Held): string[] {
  const arms = quoted.flatMap(({ results }) => results.map(({ arm }) => arm.id));
  return [...new Set([...measuredIn({ runs, names }), ...arms.map((arm) => names(arm).system)])];
}

/** An entry that has results of the system. */
export type SystemEntry = ReturnType<typeof entryOf>;

/** Every system, those that can be run first. */
export const systemPages = oncePerBuild(makeSystemPages);

async function makeSystemPages() {
  const studies = await Promise.all((await studyEntries()).map(studyPage));
  const pages = (await Promise.all(studies.map(({ entry }) => entryPages(entry.id)))).flat();
  const holders = Map.groupBy(pages.flatMap(holdingsOf), ({ system }) => system);
  const notes = new Map((await getCollection('systems')).map(({ id, data }) => [id, data]));
  return allSystems.map((system) => {
    const live = measured.find(({ id }) => id === system.id);
    const serving = studies.find((page) => page.live?.arms.some((arm) => arm.system === system.id));
    const between = served.find(({ id }) => id === serving?.live?.servedAs);
    return {
      system,
      href: `/systems/${system.id}/`,
      /** Versions of its libraries installed here; undefined for one that is not run here. */
      installed: runsHere(system.id) ? versionsOf(system.id) : between?.versions,
      /** What it cannot do of what the studies ask; undefined for one that is not run here. */
      lacks: live && lacksOf(live),
      /** What is known of it from outside the bench; undefined where nothing is. */
      notes: notes.get(system.id),
      studies: studies.flatMap((page) => studyOf(page, system.id)),
      /** Newest first within each study. */
      entries: (holders.get(system.id) ?? []).map(({ page }) => entryOf(page, system.id)),
      /** The same entries with all that they hold. */
      held: (holders.get(system.id) ?? []).map(({ page }) => page),
    };
  });
}

/** What a system lacks, each once: with the labels of its arms where it is true of these alone. */
function lacksOf({ arms, lacks }: Pick<System, 'arms' | 'lacks'>): string[] {
  const labelOf = (line: string) => arms.find(({ label }) => line.startsWith(`${label}: `))?.label;
  const once = Map.groupBy(lacks, (line) => line.replace(`${labelOf(line)}: `, ''));
  return [...once].map(([what, lines]) => {
    const labels = lines.flatMap((line) => labelOf(line) ?? []);
    return labels.length === 0 ? what : what.replace(/\.$/, ` (${labels.join(', ')}).`);
  });
}

/** A study that holds the system, with its part in it. */
function studyOf({ entry, study, systems, rest }: StudyPage, id: string) {
  const arms = study.arms.filter(({ system }) => system === id);
  const found = [...systems, ...rest].find(({ system }) => system.id === id);
  if (found === undefined) return [];
  const { title, question } = entry.data;
  return [{ title, href: `/studies/${entry.id}/`, question, role: found.role, arms }];
}

/** Each entry once for each system that it has a result of. */
function holdingsOf(page: EntryPage) {
  return systemsIn(page).map((system) => ({ system, page }));
}

function entryOf({ entry, href, study, runs, quoted, names }: EntryPage, system: string) {
  const { title, settings, systems } = entry.data;
  const places = placesOf(settings, [...runs, ...quoted], placeName);
  const measured = measuredIn({ runs, names }).includes(system);
  const date = formatRightDate(entry.data);
  return { title, href, study: study.title, date, places, versions: systems, measured };
}
