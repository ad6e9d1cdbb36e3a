/** What a command leaves: a record and a page in files. */
import { existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { messageOf } from '../../bench-client/failure.ts';
import { UsageError } from '../shared/args.ts';

/**
 * Makes sure, before minutes are spent on measuring, that a file can be written.
 *
 * @param flag the one that names it
 * @throws UsageError when the file exists or cannot be written
 */
export async function expectWritable(flag: string, file: string): Promise<void> {
  if (existsSync(file)) {
    throw new UsageError(`${flag}: ${file} exists already, expected a new file`);
  }
  // Whatever a file system may object to, a folder that is not there or a name that is too long, it does so now.
  const beside = await writeBeside(flag, file, '').catch((cause: unknown) => {
    throw new UsageError(messageOf(cause), { cause });
  });
  await rm(beside);
}

/**
 * Writes a file as a whole or not at all: beside its place first.
 *
 * @throws Error naming the flag and the file, and why it cannot be written
 */
export async function writeWhole(flag: string, file: string, text: string): Promise<void> {
  await rename(await writeBeside(flag, file, text), file);
}

async function writeBeside(flag: string, file: string, text: string): Promise<string> {
  const beside = `${file}.part`;
  try {
    await writeFile(beside, text);
    return beside;
  } catch (cause) {
    await rm(beside, { force: true }).catch(() => undefined);
    const { code = '' } = cause as NodeJS.ErrnoException;
    const why = reasons[code] ?? messageOf(cause);
    throw new Error(`${flag}: ${file} cannot be written: ${why}`, { cause });
  }
}

/** Errors of a file system, in words. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'what should be its folder is a file',
  EACCES: 'its folder may not be written to',
  EROFS: 'its disk is read-only',
  ENOSPC: 'the disk is full',
  ENAMETOOLONG: 'its name is too long',
};

/** Resolves once a pipe has taken all of it: the process may be about to end. */
export function writeToStdout(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()));
  });
}
