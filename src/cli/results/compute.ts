/** What `npm run results` computes: the text of a record's result. */
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { writeResult } from '../../results/file.ts';
import { resultOf } from '../../results/rows-of.ts';
import { readRecordFile } from '../shared/text-file.ts';

/** Ids of all records, sorted: `<study>/<name>`. */
export async function recordIds(folder: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const path of glob('*/*.json', { cwd: join(folder, 'content/records') })) {
    ids.push(path.replaceAll('\\', '/').replace(/\.json$/, ''));
  }
  return ids.sort();
}

/**
 * The text that the result of a record has; undefined for a record of schema 1, whose result was written while
 * this project could analyse such records.
 *
 * @throws Error naming the record where it cannot be read
 */
export async function computeResult(folder: string, id: string): Promise<string | undefined> {
  const path = join(folder, `content/records/${id}.json`);
  const record = await readRecordFile(path);
  return 'blocks' in record ? undefined : writeResult(resultOf(record));
}
