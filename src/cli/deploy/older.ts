import { join } from 'node:path';
import { addWorktree } from '../shared/checkout.ts';
import { buildSite } from '../shared/pages.ts';
import type { Version } from './release.ts';
import { laterClasses, noWayBack, readConfig, stage, type Staged, withClasses } from './stage.ts';

/** How the pages of a deployment are built, and its Worker set up. */
export interface Setup {
  benchOrigin: string;
  siteUrl: string;
  vars: Readonly<Record<string, string>>;
}

/**
 * Makes ready the code of the version that is out, under newer migrations, from its own checkout.
 *
 * @throws Error when its commit is not known here, or the migrations leave no way back
 */
export async function stageOlder(
  root: string,
  { commit }: Version,
  { migrations }: Pick<Staged, 'migrations'>,
  { benchOrigin, siteUrl, vars }: Setup,
): Promise<Staged> {
  if (commit === '') {
    throw new Error('COMMIT of what is out: got none, expected the commit to go back to');
  }
  const tree = await addWorktree(root, commit);
  try {
    const { migrations: older } = await readConfig(tree.directory);
    const obstacle = noWayBack(migrations, older);
    if (obstacle !== undefined) throw new Error(obstacle);
    const dist = join(tree.directory, 'dist');
    await buildSite(tree.directory, { benchOrigin, siteUrl, outDir: dist });
    const later = laterClasses(migrations, older);
    const staged = await stage(tree.directory, {
      commit,
      dist,
      vars: { ...vars, COMMIT: commit },
      migrations,
      ...(later.length > 0 && { front: (main) => withClasses(main, later) }),
    });
    return { ...staged, remove: async () => tree.remove() };
  } catch (error) {
    tree.remove();
    throw error;
  }
}
