/** Everything a page needs of one system: what it is, and where it was measured. */
import { systems as measured } from '../../bench-workers/registry.ts';
import type { ArmOutline, SystemOutline } from '../harness/plan/index.ts';
import type { QuotedSetting } from '../harness/record/index.ts';
import { allSystems } from '../studies/systems.ts';
import { entriesOf, entryPage, type EntryPage } from './entries.ts';
import { oncePerBuild } from './once.ts';
import { studyEntries, studyPage, type StudyPage } from './studies.ts';

/** A study that holds the system, with its part in it. */
export interface SystemStudy {
  title: string;
  href: string;
  question: string;
  /** What it is compared with, or for. */
  role: string;
  arms: readonly ArmOutline[];
}

/** An entry that has results of the system. */
export interface SystemEntry {
  title: string;
  href: string;
  study: string;
  timestamp: string | undefined;
  settings: readonly QuotedSetting[];
  /** Versions it names, of whatever it measured. */
  versions: Readonly<Record<string, string>>;
  /** Whether it was measured here. */
  measured: boolean;
}

/** A system ready to be shown. */
export interface SystemPage {
  system: SystemOutline;
  href: string;
  /** Versions of its libraries installed here; absent for one that is not run here. */
  installed?: Readonly<Record<string, string>>;
  /** What it cannot do of what the studies ask; absent for one that is not run here. */
  lacks?: readonly string[];
  studies: SystemStudy[];
  /** Newest first within each study. */
  entries: SystemEntry[];
}

/** Every system, those that can be run first. */
export const systemPages = oncePerBuild<void, SystemPage[]>(() => '', makeSystemPages);

async function makeSystemPages(): Promise<SystemPage[]> {
  const studies = await Promise.all((await studyEntries()).map(studyPage));
  const pages = await Promise.all(
    studies.map(async ({ entry }) => Promise.all((await entriesOf(entry.id)).map(entryPage))),
  );
  const holders = holdersOf(pages.flat());
  return allSystems.map((system) => {
    const live = measured.find(({ id }) => id === system.id);
    return {
      system,
      href: `/systems/${system.id}/`,
      ...(live && { installed: live.versions, lacks: live.lacks }),
      studies: studies.flatMap((page) => studyOf(page, system.id)),
      entries: (holders.get(system.id) ?? []).map(entryOf),
    };
  });
}

function studyOf({ entry, study, systems }: StudyPage, id: string): SystemStudy[] {
  const arms = study.arms.filter(({ system }) => system === id);
  const found = systems.find(({ system }) => system.id === id);
  if (found === undefined) return [];
  const { title, question } = entry.data;
  return [{ title, href: `/studies/${entry.id}/`, question, role: found.role, arms }];
}

/** Which entries have a result of each system. */
function holdersOf(pages: readonly EntryPage[]): Map<string, EntryPage[]> {
  const holders = new Map<string, EntryPage[]>();
  for (const page of pages) {
    const arms = [
      ...page.runs.flatMap(({ record }) => record.plan.arms),
      ...page.quoted.flatMap(({ results }) => results.map(({ arm }) => arm.id)),
    ];
    for (const system of new Set(arms.map((arm) => page.names(arm).system))) {
      const own = holders.get(system);
      if (own === undefined) holders.set(system, [page]);
      else own.push(page);
    }
  }
  return holders;
}

function entryOf({ entry, href, study, runs }: EntryPage): SystemEntry {
  const { title, timestamp, settings, systems } = entry.data;
  const measured = runs.length > 0;
  return { title, href, study: study.title, timestamp, settings, versions: systems, measured };
}
