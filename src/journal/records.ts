/** Whole records, read and checked once in a build: the collection keeps their heads alone. */
import { readFile } from 'node:fs/promises';
import { root } from 'astro:config/server';
import { getEntry } from 'astro:content';
import { type MeasuredRecord, readRecord, type RoundtripRecord } from '../harness/record/index.ts';
import { attachAnalysis, olderAnalysisFile } from '../harness/statistics/index.ts';
import { oncePerBuild } from './once.ts';

/** The record of an id, `<study>/<name>`, the same object each time; undefined where there is none. */
export const findRecord = oncePerBuild(async (id: string): Promise<RoundtripRecord | undefined> => {
  if ((await getEntry('records', id)) === undefined) return undefined;
  const path = `content/records/${id}.json`;
  const record = readRecord(await readFile(new URL(path, root), 'utf8'), path);
  if ('blocks' in record) {
    attachAnalysis(record, await readFile(new URL(olderAnalysisFile(id), root), 'utf8'));
  }
  return record;
});

const unknownRecord = (id: string): Error =>
  new Error(`content/records: got "${id}", expected a record's id`);

/** The same of an id that must be there. @throws naming the id */
export async function publishedRecord(id: string): Promise<RoundtripRecord> {
  const record = await findRecord(id);
  if (record === undefined) throw unknownRecord(id);
  return record;
}

/** Measured records by their ids. @throws naming one that is not there or was not measured here */
export function measuredRecords(ids: readonly string[]): Promise<MeasuredRecord[]> {
  return Promise.all(
    ids.map(async (id) => {
      const record = await publishedRecord(id);
      if (record.kind === 'measured') return record;
      throw new Error(
        `content/records: got "${id}", which is ${record.kind}, expected a measured one`,
      );
    }),
  );
}
