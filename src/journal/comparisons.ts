/** An entry beside the earlier entry that it names. */
import { compareEntries } from './compare-entries.ts';
import { addedBy, entriesOf, type EntryPage, entryPages } from './entries.ts';
import { fileOf } from './order.ts';

/** An entry beside an earlier one. */
export type BesideEarlier = NonNullable<Awaited<ReturnType<typeof comparisonOf>>>;

/**
 * The comparison of an entry; undefined where it names no entry.
 *
 * @throws Error naming file, field, value and what was expected
 */
export async function comparisonOf(page: EntryPage) {
  const { entry, study } = page;
  const id = entry.data.compareWith?.id;
  // The checks of the journal refuse an id that no earlier entry has.
  const earlier = (await entryPages(study.id)).find((other) => other.entry.id === id);
  if (earlier === undefined) return undefined;
  const methodChanged = (await entriesOf(study.id)).some(
    ({ data }) =>
      data.methodChanged && data.place > earlier.entry.data.place && data.place <= entry.data.place,
  );
  const comparison = compareEntries(study, await addedBy(page), earlier, methodChanged);
  if (comparison.rows.length === 0) {
    throw new Error(
      `${fileOf(entry)} compareWith: got "${id}", expected an entry with a time of the same arm and workload in the same setting, from the same kind of client`,
    );
  }
  return { earlier, comparison };
}
