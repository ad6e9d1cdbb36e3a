import { constants } from 'node:fs';
import { access, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { MeasuredRecord } from '../../harness/record.ts';
import { writeRecord } from '../../harness/write-record.ts';
import { UsageError } from '../args.ts';

/**
 * Makes sure, before minutes are spent on measuring, that a record can be written.
 *
 * @throws UsageError when the file exists or its folder cannot be written to
 */
export async function expectWritable(file: string): Promise<void> {
  const folder = dirname(file);
  try {
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw new UsageError(`--out: got ${file}, expected a folder ${folder} that can be written to`, {
      cause,
    });
  }
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) throw new UsageError(`--out: ${file} exists already, expected a new file`);
}

/** Writes a record to a new file, or to stdout for `-`. */
export async function putOut(record: MeasuredRecord, out: string): Promise<void> {
  const text = writeRecord(record);
  if (out !== '-') return writeFile(out, text, { flag: 'wx' });
  // Resolves once a pipe has taken all of it: the process may be about to end.
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
