/** The files of launches: one gzipped record each, written whole or not at all, and never again. */
import { existsSync, readdirSync } from 'node:fs';
import { link, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Launch, type SessionRecord, writeRecord } from '../../core/record/index.ts';
import { readRecordFile } from '../shared/files.ts';
import type { CampaignPlan } from './plans.ts';

/** The machine and the measured tree of a launch: launches of two of either are never one result. */
export type Provenance = Pick<Launch, 'tree' | 'machine'>;

/** Folder of a plan’s launches that are taken later to check its result, below that of its own. */
const REPLICATION = 'replication';

/** Folder of a plan’s launches, below that of all records. */
export const launchFolder = (
  out: string,
  { study, id }: Pick<CampaignPlan, 'study' | 'id'>,
  isReplication = false,
): string => join(out, study, id, isReplication ? REPLICATION : '');

export function launchNumbers(folder: string): number[] {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files
    .filter((file) => /^[1-9]\d*\.json\.gz$/.test(file))
    .map((file) => parseInt(file))
    .sort((one, other) => one - other);
}

/** @throws Error naming the file if it holds no measured record */
export async function readLaunch(folder: string, number: number): Promise<SessionRecord> {
  const file = join(folder, `${number}.json.gz`);
  const record = await readRecordFile(file);
  if (record.kind === 'measured') return record;
  throw new Error(`${file}: got a ${record.kind} record, expected a measured one`);
}

export async function readLaunches(folder: string): Promise<SessionRecord[]> {
  const records: SessionRecord[] = [];
  for (const number of launchNumbers(folder)) records.push(await readLaunch(folder, number));
  return records;
}

/** Writes a launch under the next free number, which it returns. */
export async function writeLaunch(
  folder: string,
  record: SessionRecord,
  { plan, ...provenance }: Provenance & { plan: string },
): Promise<number> {
  await mkdir(folder, { recursive: true });
  const beside = join(folder, 'launch.part');
  for (;;) {
    const number = 1 + Math.max(0, ...launchNumbers(folder));
    const packed = gzipSync(writeRecord({ ...record, launch: { plan, number, ...provenance } }));
    // The system is named there, and the bytes are to depend on nothing but the record.
    packed[9] = 255;
    await writeFile(beside, packed, { flush: true });
    try {
      // Unlike a renamed file, a link never takes another’s place.
      await link(beside, join(folder, `${number}.json.gz`));
      return number;
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    } finally {
      await rm(beside, { force: true });
    }
  }
}
