/** Folders of contestants, whatever they are measured over. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { messageOf } from '../../../bench-client/failure.ts';
import { describeIssue, OUTSIDE_ID, show } from '../../../harness/record/index.ts';
import { UsageError } from '../../shared/args.ts';

const text = z.string().min(1).max(80);
const id = z.string().regex(OUTSIDE_ID, { error: 'expected small letters, digits and hyphens' });

/**
 * The schema of a contestant’s system.
 *
 * @param fields of each arm, besides those that every arm has
 * @param most arms that it may have
 */
export function systemSchema<Fields extends z.ZodRawShape>(fields: Fields, most: number) {
  const cannot = z.record(z.string(), z.string().min(1)).exactOptional();
  const validation = z.literal(true).exactOptional();
  const arm = z.strictObject({ name: id, label: text, validation, cannot, ...fields });
  return z.strictObject({
    ...{ id, label: text, versions: z.record(text, text) },
    arms: z.array(arm).min(1).max(most),
  });
}

/** The error of a `--system` that cannot be. */
export function wrongSystem(given: string, got: string, expected: string): UsageError {
  return new UsageError(`--system ${given}: got ${got}, expected ${expected}`);
}

/**
 * A contestant’s folder, and which of some files it has.
 *
 * @param given as `--system` has it, for the message
 * @param root the checkout, which the folder must not be in
 * @throws UsageError naming the value got and what was expected
 */
export async function folderOf(
  given: string,
  named: string,
  root: string,
  files: readonly string[],
): Promise<{ folder: string; file: string }> {
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
  if (file !== undefined) return { folder, file };
  throw wrongSystem(given, 'none of them in the folder', `a ${files.join(' or ')}`);
}

/** Reads each folder; no two have one id. @throws as the reader does, and where two have one */
export async function readAll<Folder extends { folder: string; system: { id: string } }>(
  given: readonly string[],
  read: (each: string) => Promise<Folder>,
): Promise<Folder[]> {
  const found: Folder[] = [];
  for (const each of given) {
    const next = await read(each);
    const twice = found.find(({ system }) => system.id === next.system.id);
    if (twice !== undefined) {
      const got = `the id "${next.system.id}" in ${twice.folder} too`;
      throw wrongSystem(each, got, 'another');
    }
    found.push(next);
  }
  return found;
}

/**
 * The system of a module: its export of that name.
 *
 * @param path of what is loaded: the module itself, or what it was bundled to
 * @param file the module, for messages
 * @param functions what else it has to export
 * @throws Error naming the file, and why it cannot be loaded, or what it exports and what it should
 */
export async function loadSystem<System extends { arms: ReadonlyArray<{ name: string }> }>(
  path: string,
  file: string,
  schema: z.ZodType<System>,
  functions: readonly string[],
): Promise<System> {
  const loading = import(pathToFileURL(path).href) as Promise<Record<string, unknown>>;
  const exported = await loading.catch((cause: unknown) => {
    throw new Error(`${file} cannot be loaded: ${messageOf(cause)}`, { cause });
  });
  const { system } = exported;
  const missing = functions.find((name) => typeof exported[name] !== 'function');
  if (missing !== undefined) {
    throw new Error(
      `${file}: got ${show(exported[missing])} for its export ${missing}, expected a function`,
    );
  }
  const { data, error } = z.object({ system: schema }).safeParse({ system });
  if (error) {
    const issues = error.issues.map((issue) => describeIssue(issue, { system }));
    throw new Error(`${file}: ${issues.join('; ')}`);
  }
  const names = data.system.arms.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice === undefined) return data.system;
  throw new Error(`${file}: system.arms: got "${twice}" twice, expected it once`);
}

/** The parts of a folder that are nobody's source. */
const LEFT_OUT: ReadonlySet<string> = new Set(['node_modules', '.git', '.wrangler']);

/**
 * Digest of a contestant's files: SHA-256 over a line for each, in the order of their paths, which
 * is the file's own SHA-256, two blanks and its path (the form of `sha256sum`). `node_modules`,
 * `.git` and `.wrangler` are left out.
 *
 * @returns 64 hexadecimal digits
 * @throws Error naming a link, because what it leads to may change unseen
 */
export async function digestOf(folder: string): Promise<string> {
  const paths = await filesIn(folder);
  const lines: string[] = [];
  // One after the other: a folder may hold more files than a process may have open.
  for (const path of paths.sort()) {
    lines.push(`${sha256(await readFile(join(folder, path)))}  ${path}\n`);
  }
  return sha256(lines.join(''));
}

async function filesIn(folder: string, below = ''): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (LEFT_OUT.has(entry.name)) continue;
    if (entry.isSymbolicLink()) {
      throw new Error(`${folder}: got a link, ${path}, expected files and folders alone`);
    }
    if (entry.isDirectory()) found.push(...(await filesIn(folder, path)));
    else if (entry.isFile()) found.push(path);
  }
  return found;
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
