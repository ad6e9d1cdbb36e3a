/** Files that commands read and write. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse, printParseErrorCode, type ParseError } from 'jsonc-parser';
import type { z } from 'zod';
import { messageOf } from '../../wire/bench-client/failure.ts';
import { readAs, readRecord, type RoundtripRecord } from '../../core/record/index.ts';
import { sentenceOf, UsageError } from './args.ts';

/** The text of a file, decompressed if its name ends with `.gz`. A byte-order mark is skipped. @throws Error naming the file, for another encoding than UTF-8 */
export async function readText(file: string): Promise<string> {
  const read = await readFile(file);
  const bytes = file.endsWith('.gz') ? gunzipSync(read) : read;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Error(`${file}: got bytes that are no UTF-8, expected text in UTF-8`, { cause });
  }
}

/** @throws Error naming the file and the field that is wrong */
export async function readRecordFile(file: string): Promise<RoundtripRecord> {
  return readRecord(await readText(file), file);
}

/** Reads a file of JSON, with comments or without. @throws Error naming it and what was expected */
export async function readJson<Value>(file: string, schema: z.ZodType<Value>): Promise<Value> {
  const errors: ParseError[] = [];
  const value: unknown = parse(await readText(file), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    throw new Error(`${file}: ${printParseErrorCode(error.error)} at offset ${error.offset}`);
  }
  return readAs(schema, value, file);
}

/**
 * Makes sure, before minutes are spent on measuring, that a new file can be written.
 *
 * @throws UsageError naming both if the file exists or cannot be written
 */
export async function expectWritable(flag: string, file: string): Promise<void> {
  if (existsSync(file))
    throw new UsageError(`${flag}: ${file} exists already, expected a new file`);
  await writeWhole(flag, file, '').catch((cause: unknown) => {
    throw new UsageError(messageOf(cause), { cause });
  });
  await rm(file);
}

/**
 * Writes a file as a whole or not at all: beside its place first.
 *
 * @throws Error naming flag and file if it cannot be written, and the place in which its text was kept instead
 */
export async function writeWhole(flag: string, file: string, text: string): Promise<void> {
  const beside = `${file}.part`;
  try {
    await writeFile(beside, text);
    await rename(beside, file);
  } catch (cause) {
    await rm(beside, { force: true }).catch(() => undefined);
    const kept = join(tmpdir(), `${process.pid}-${basename(file)}`);
    const rescue = text === '' ? undefined : writeFile(kept, text, { flag: 'wx' });
    const isKept = (await rescue?.then(() => true).catch(() => false)) ?? false;
    const instead = isKept ? `. It was written to ${kept} instead` : '';
    throw new Error(`${flag}: ${sentenceOf(cause)}${instead}`, { cause });
  }
}

export async function writeWithFolders(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/**
 * SHA-256 over a line for each file, which is the file’s own SHA-256, two blanks and its path (the form of
 * `sha256sum`).
 *
 * @returns 64 hexadecimal digits
 */
export async function digestOfFiles(folder: string, paths: readonly string[]): Promise<string> {
  const lines: string[] = [];
  // One after the other: a folder may hold more files than a process may have open.
  for (const path of paths) lines.push(`${sha256(await readFile(join(folder, path)))}  ${path}\n`);
  return sha256(lines.join(''));
}
