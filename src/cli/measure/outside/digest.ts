import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

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
  const lines = await Promise.all(
    paths.map(async (path) => `${sha256(await readFile(join(folder, path)))}  ${path}\n`),
  );
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
async function installedIn(folder: string): Promise<string[]> {
  const modules = join(folder, 'node_modules');
  const list = (path: string) => readdir(path).catch(() => []);
  const names = await Promise.all(
    (await list(modules)).map(async (name) =>
      name.startsWith('@')
        ? (await list(join(modules, name))).map((each) => `${name}/${each}`)
        : [name],
    ),
  );
  const lines = names.flat().map(async (name) => {
    const text = await readFile(join(modules, name, 'package.json'), 'utf8').catch(() => '{}');
    const { version } = JSON.parse(text) as { version?: string };
    return version === undefined ? '' : `${version}  ${name}\n`;
  });
  return (await Promise.all(lines)).sort();
}

function sha256(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}
