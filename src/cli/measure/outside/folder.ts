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
import { readText } from '../../shared/text-file.ts';

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
  const exported = await (
    import(pathToFileURL(path).href) as Promise<Record<string, unknown>>
  ).catch((cause: unknown) => {
    throw new Error(`${file} cannot be loaded: ${messageOf(cause)}`, { cause });
  });
  for (const name of functions) {
    const type = typeof exported[name];
    if (type === 'function') continue;
    throw new Error(`${file}: got ${type} for its export ${name}, expected a function`);
  }
  const { system } = exported;
  if (typeof system !== 'object' || system === null) {
    throw new Error(`${file}: got ${show(system)} for its export system, expected an object`);
  }
  const result = schema.safeParse(system);
  if (!result.success) {
    const issues = result.error.issues.map((issue) => describeIssue(issue, system));
    throw new Error(`${file}: system: ${issues.join('; ')}`);
  }
  const { arms } = result.data;
  const twice = arms.find(({ name }, at) => arms.findIndex((each) => each.name === name) < at);
  if (twice === undefined) return result.data;
  throw new Error(`${file}: system.arms: got "${twice.name}" twice, expected it once`);
}

/** The parts of a folder that are nobody's source. */
const LEFT_OUT: ReadonlySet<string> = new Set(['node_modules', '.git', '.wrangler']);
/** Any of these says which packages are installed. */
const LOCKFILES = ['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock'];

/**
 * Digest of a contestant's files: SHA-256 over a line for each, in the order of their paths, which
 * is the file's own SHA-256, two blanks and its path (the form of `sha256sum`). `node_modules`,
 * `.git` and `.wrangler` are left out. Where no lockfile says which packages are installed, a line
 * with version and name of each follows.
 *
 * @returns 64 hexadecimal digits
 * @throws Error naming a link, because what it leads to may change unseen
 */
export async function digestOf(folder: string): Promise<string> {
  const paths = (await filesIn(folder)).sort();
  const lines: string[] = [];
  // One after the other: a folder may hold more files than a process may have open.
  for (const path of paths) lines.push(`${sha256(await readFile(join(folder, path)))}  ${path}\n`);
  const locked = paths.some((path) => LOCKFILES.includes(path));
  return sha256([...lines, ...(locked ? [] : await installedIn(folder))].join(''));
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

/** A line for each package in `node_modules`, those below packages left out. */
async function installedIn(folder: string, scope = ''): Promise<string[]> {
  const lines: string[] = [];
  const modules = join(folder, 'node_modules');
  for (const entry of await readdir(join(modules, scope)).catch(() => [])) {
    const name = `${scope}${entry}`;
    const file = join(modules, name, 'package.json');
    if (entry.startsWith('@')) lines.push(...(await installedIn(folder, `${name}/`)));
    if (!existsSync(file)) continue;
    const { version } = JSON.parse(await readText(file)) as { version?: string };
    if (version !== undefined) lines.push(`${version}  ${name}\n`);
  }
  return lines.sort();
}

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
