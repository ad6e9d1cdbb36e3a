/** A page of each kind, out of those of a built site. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const STUDY = 'lumenize-vs-capnweb';
const paths = {
  home: '/',
  study: `/studies/${STUDY}/`,
  entry: `/studies/${STUDY}/*/`,
  systems: '/systems/',
  capabilities: '/capabilities/',
  errata: '/errata/',
  network: '/network/',
  lab: '/lab/',
  method: '/method/',
} as const;

export const templateNames = Object.keys(paths) as ReadonlyArray<keyof typeof paths>;

/** A page that stands for all of its kind. */
export interface Template {
  name: string;
  /** `/studies/`, with both slashes. */
  path: string;
  /** Whether it holds a live bench. */
  runs: boolean;
}

/**
 * The templates that were built. Of entries the newest of the study.
 *
 * @param directory a built site
 * @param wanted names of templates; all when absent
 * @throws Error when one that is wanted by name was not built
 */
export async function findTemplates(
  directory: string,
  wanted?: readonly string[],
): Promise<Template[]> {
  const found: Template[] = [];
  for (const name of templateNames.filter((each) => wanted?.includes(each) ?? true)) {
    const path = name === 'entry' ? await newestEntry(directory) : paths[name];
    const file = join(directory, path, 'index.html');
    if (existsSync(file)) {
      found.push({ name, path, runs: (await readFile(file, 'utf8')).includes('<live-bench') });
    } else if (wanted !== undefined) {
      throw new Error(`--pages: got "${name}", expected a page that the site has`);
    } else process.stderr.write(`${name}: the site has no such page, it is left out\n`);
  }
  return found;
}

async function newestEntry(directory: string): Promise<string> {
  const text = await readFile(join(directory, 'api/entries.json'), 'utf8');
  // Newest first.
  const { entries } = JSON.parse(text) as { entries: { id: string; study: string }[] };
  const newest = entries.find(({ study }) => study === STUDY);
  if (newest === undefined) throw new Error(`entries: got none of ${STUDY}, expected one`);
  return `/studies/${newest.id}/`;
}
