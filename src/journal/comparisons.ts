/** What an entry is set beside: the last entry before it that measured the same, and the first of all. */
import { findOutline } from '../studies/outlines.ts';
import { compareEntries, comparedKeys } from './compare-entries.ts';
import { addedBy, broughtBy, entryPage, type EntryPage } from './entries.ts';
import { linkOf, readJournal } from './journal.ts';
import { oncePerBuild } from './once.ts';
import { type Measured, sinceLast, type SinceLast } from './since-last.ts';

/** An entry beside an earlier one. */
export type BesideEarlier = Awaited<ReturnType<typeof comparisonsOf>>[number];

/**
 * Where each entry of a study stands in its journal, and how often the way of measuring changed up to
 * there, by its id: worked out in one pass over the journal.
 */
const standings = oncePerBuild(async (study: string) => {
  const found = new Map<string, Record<'index' | 'before' | 'methodChanges', number>>();
  const lastWith = new Map<string, number>();
  let methodChanges = 0;
  for (const [index, entry] of (await readJournal()).ofStudy(study).entries()) {
    const keys = comparedKeys(await addedBy(await entryPage(entry)));
    const alike = [...keys].flatMap((key) => lastWith.get(key) ?? []);
    // The last entry before it that measured the same; the one before where none did.
    const before = alike.length > 0 ? Math.max(...alike) : index - 1;
    if (entry.data.methodChanged) methodChanges += 1;
    found.set(entry.id, { index, before, methodChanges });
    for (const key of keys) lastWith.set(key, index);
  }
  return found;
});

/** Comparisons of an entry; none for the first of a journal and for one that brings no times. */
export async function comparisonsOf(page: EntryPage) {
  const { entry, study } = page;
  const entries = (await readJournal()).ofStudy(study.id);
  const standing = await standings(study.id);
  const own = standing.get(entry.id);
  const present = await addedBy(page);
  if (own === undefined || own.index === 0 || comparedKeys(present).size === 0) return [];
  const others = [...new Set([own.before, 0])].flatMap((index) => entries[index] ?? []);
  return Promise.all(
    others.map(async (other, order) => {
      const earlier = await entryPage(other);
      const { index = 0, methodChanges = 0 } = standing.get(other.id) ?? {};
      const changed = own.methodChanges > methodChanges;
      return {
        role: order === 0 ? ('before' as const) : ('baseline' as const),
        earlier,
        /** Whether the earlier one stands directly before. */
        adjacent: index === own.index - 1,
        comparison: compareEntries(study, present, earlier, changed),
      };
    }),
  );
}

/** What changed since the last comparable entry: of those since the way of measuring changed. */
export async function sinceLastOf(page: EntryPage): Promise<SinceLast> {
  const journal = (await readJournal()).ofStudy(page.study.id);
  const measured = async (of: EntryPage): Promise<Measured> => ({
    runs: (await broughtBy(of)).runs,
    link: linkOf(of.entry),
  });
  const earlier: Measured[] = [];
  let at = journal.findIndex(({ id }) => id === page.entry.id);
  if (at === 0) return { none: 'It is the first entry of its study.' };
  while (journal[at]?.data.methodChanged === false) {
    at -= 1;
    const entry = journal[at];
    if (entry !== undefined) earlier.push(await measured(await entryPage(entry)));
  }
  // The study’s own first subject, also where an entry leads with one from outside.
  const study = findOutline(page.study.id);
  return sinceLast(study, await measured(page), earlier);
}
