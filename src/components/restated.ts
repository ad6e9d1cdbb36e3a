/** Quoted records that only repeat, as a summary does, what an earlier entry of their study has. */
import type { QuotedRecord, QuotedResult } from '../harness/quoted-record.ts';
import { readJournal } from './journal.ts';
import { oncePerBuild } from './once.ts';
import { findRecord } from './record-data.ts';
import { restates } from './restates.ts';

/** Ids of the records of a study that only repeat earlier results. */
export const restatedIn = oncePerBuild((study: string) => study, findRestated);

async function findRestated(study: string): Promise<ReadonlySet<string>> {
  const journal = await readJournal();
  const restated = new Set<string>();
  const earlier = new Map<string, QuotedResult[]>();
  for (const entry of journal.ofStudy(study)) {
    const brought = entry.data.records.filter(({ id }) => journal.bringerOf(id)?.id === entry.id);
    const records = await Promise.all(brought.map(({ id }) => findRecord(id)));
    const quoted = records.flatMap((record, index) =>
      record?.kind === 'quoted' && brought[index] ? [{ id: brought[index].id, record }] : [],
    );
    for (const { id, record } of quoted) {
      const { results } = record;
      const repeats = (result: QuotedResult): boolean =>
        (earlier.get(keyOf(record, result)) ?? []).some((other) => restates(result, other));
      if (results.length > 0 && results.every(repeats)) restated.add(id);
    }
    // After the whole entry: its records do not restate one another.
    for (const { record } of quoted) {
      for (const result of record.results) {
        const key = keyOf(record, result);
        const known = earlier.get(key);
        if (known === undefined) earlier.set(key, [result]);
        else known.push(result);
      }
    }
  }
  return restated;
}

function keyOf({ environment }: QuotedRecord, { arm, workload }: QuotedResult): string {
  return JSON.stringify([environment.setting, arm, workload]);
}
