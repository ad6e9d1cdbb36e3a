/** The arms of a study whose files differ between two checkouts. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnyStudy } from '../../../studies/any-study.ts';
import { digestOf } from '../outside/folder.ts';

/** What every configuration runs: links of clients, the service and the Worker, and what is installed. */
const SHARED = [
  ...['bench-workers', 'src/links', 'src/service', 'src/places'],
  ...['wrangler.jsonc', 'package-lock.json'],
];

/**
 * Ids of the arms whose library has other files in one checkout than in the other; of all usual arms,
 * where files differ that every arm runs.
 */
export async function changedArms(
  { arms }: Pick<AnyStudy, 'arms'>,
  [base, head]: readonly [base: string, head: string],
): Promise<string[]> {
  const differs = async (path: string): Promise<boolean> =>
    (await stateOf(join(base, path))) !== (await stateOf(join(head, path)));
  const ids = (of: typeof arms) => of.map(({ id }) => id);
  for (const path of SHARED) {
    if (await differs(path)) return ids(arms.filter(({ optional }) => !optional));
  }
  const changed = new Set<string>();
  for (const system of new Set(arms.map((arm) => arm.system))) {
    if (await differs(`src/systems/${system}`)) changed.add(system);
  }
  return ids(arms.filter(({ system }) => changed.has(system)));
}

/** The text of a file, the digest of a folder, or nothing where there is neither. */
async function stateOf(path: string): Promise<string> {
  const is = await stat(path).catch(() => undefined);
  if (is === undefined) return '';
  return is.isDirectory() ? digestOf(path) : readFile(path, 'utf8');
}
