/** Folders of libraries from outside, for a bench or between processes. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { messageOf } from '../../../wire/bench-client/failure.ts';
import { excerptOf, OUTSIDE_ID, readAs } from '../../../core/record/index.ts';
import { UsageError } from '../../shared/args.ts';

const text = z.string().min(1).max(80);
const id = z.string().regex(OUTSIDE_ID, { error: 'expected small letters, digits and hyphens' });

/**
 * The schema of a library’s system.
 *
 * @param fields of each arm, in addition to those that every arm has
 */
export function systemSchema<Fields extends z.ZodRawShape>(fields: Fields, most: number) {
  const cannot = z.record(z.string(), z.string().min(1)).exactOptional();
  const validation = z.literal(true).exactOptional();
  const arm = z.strictObject({ name: id, label: text, validation, cannot, ...fields });
  return z.strictObject({
    id,
    label: text,
    versions: z.record(text, text),
    arms: z.array(arm).min(1).max(most),
  });
}

/** The error of a wrong `--system`. */
export function wrongSystem(given: string, got: string, expected: string): UsageError {
  return new UsageError(`--system ${given}: got ${got}, expected ${expected}`);
}

/** The exports of the module of a library. */
interface Exports<System> {
  functions: readonly string[];
  schema: z.ZodType<System>;
}

/** A library’s folder, found. */
interface FoundFolder {
  folder: string;
  /** Path of its module. */
  module: string;
  /** Of its files when they were read. */
  digest: string;
}

/** A library’s folder, read. */
export interface ReadFolder<System> extends FoundFolder {
  system: System;
}

/**
 * Finds the module of a library.
 *
 * @param given value of `--system`, for messages; `named` is the folder in it
 * @param root the checkout, which the folder must not be in
 * @param files names of the module, the usual one first
 */
export async function findModule(
  given: string,
  named: string,
  root: string,
  files: readonly string[],
): Promise<FoundFolder> {
  const folder = resolve(named);
  const is = await stat(folder).catch(() => undefined);
  if (is?.isDirectory() !== true) {
    throw wrongSystem(given, is ? 'a file' : 'no such folder', 'a folder');
  }
  const path = relative(await realpath(root), await realpath(folder));
  if (!path.startsWith('..') && !isAbsolute(path)) {
    const expected = 'one outside of it: what is inside is measured without';
    throw wrongSystem(given, 'a folder of this project', expected);
  }
  const file = files.find((name) => existsSync(join(folder, name)));
  if (file === undefined) {
    throw wrongSystem(given, 'none of them in the folder', `a ${files.join(' or ')}`);
  }
  return { folder, module: join(folder, file), digest: await digestOf(folder) };
}

/** Loads a module, or what was built of it. @returns what it says of its library, and all its exports */
export async function readModule<
  System extends { id: string; arms: ReadonlyArray<{ name: string }> },
>(
  module: string,
  built: string,
  { functions, schema }: Exports<System>,
): Promise<{ system: System; exported: Record<string, unknown> }> {
  const exported = await (
    import(pathToFileURL(built).href) as Promise<Record<string, unknown>>
  ).catch((cause: unknown) => {
    throw new Error(`${module} cannot be loaded: ${messageOf(cause)}`, { cause });
  });
  const missing = functions.find((name) => typeof exported[name] !== 'function');
  if (missing !== undefined) {
    const got = excerptOf(exported[missing]);
    throw new Error(`${module}: got ${got} for its export ${missing}, expected a function`);
  }
  const { system } = readAs(z.object({ system: schema }), { system: exported['system'] }, module);
  const twice = twiceIn(system.arms.map(({ name }) => name));
  if (twice === undefined) return { system, exported };
  throw new Error(`${module}: system.arms: got "${twice}" twice, expected it once`);
}

/** The first name that is listed twice. */
export const twiceIn = (names: readonly string[]): string | undefined =>
  names.find((name, at) => names.indexOf(name) < at);

/** Parts of a folder that hold no source of the library. */
const LEFT_OUT: ReadonlySet<string> = new Set(['node_modules', '.git', '.wrangler']);

/**
 * Digest of a folder’s files: SHA-256 over a line for each, in the order of their paths, which
 * is the file's own SHA-256, two blanks and its path (the form of `sha256sum`). `node_modules`,
 * `.git` and `.wrangler` are left out.
 *
 * @returns 64 hexadecimal digits
 * @throws Error naming a link, because what it leads to may change unseen
 */
export async function digestOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.flatMap((entry) => {
    const parts = relative(folder, join(entry.parentPath, entry.name)).split(sep);
    const path = parts.join('/');
    if (parts.some((part) => LEFT_OUT.has(part))) return [];
    if (!entry.isSymbolicLink()) return entry.isFile() ? [path] : [];
    throw new Error(`${folder}: got a link, ${path}, expected only files and folders`);
  });
  const lines: string[] = [];
  // One after the other: a folder may hold more files than a process may have open.
  for (const path of paths.sort()) {
    lines.push(`${sha256(await readFile(join(folder, path)))}  ${path}\n`);
  }
  return sha256(lines.join(''));
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
