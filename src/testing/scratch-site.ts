/** The site's own code with another content, for tests that build what must not be built. */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** Files of the content by their paths below `content/`. */
export type Content = Readonly<Record<string, string>>;

export interface ScratchSite {
  directory: string;
  /** Replaces the content by exactly these files. */
  write(content: Content): Promise<void>;
  remove(): Promise<void>;
}

/** What a build reads besides the content. */
const parts = [
  'src',
  'public',
  'bench-workers',
  'astro.config.mjs',
  'package.json',
  'tsconfig.json',
  'tsconfig.base.json',
];

/**
 * A copy of the site below its root, where imports find its packages as the site itself does.
 *
 * @param keeps whether a page is copied, by its path below `src/pages`; folders are asked for too
 */
export async function scratchSite(
  root: string,
  keeps: (page: string) => boolean = () => true,
): Promise<ScratchSite> {
  await mkdir(join(root, '.local'), { recursive: true });
  const directory = await mkdtemp(join(root, '.local/scratch-site-'));
  const pages = join(root, 'src/pages/');
  await Promise.all(
    parts.map((part) =>
      cp(join(root, part), join(directory, part), {
        recursive: true,
        filter: (path) => !path.startsWith(pages) || keeps(relative(pages, path)),
      }),
    ),
  );
  await linkPackages(root, directory);
  return {
    directory,
    write: async (content) => {
      await rm(join(directory, 'content'), { recursive: true, force: true });
      for (const [path, text] of Object.entries(content)) {
        const file = join(directory, 'content', path);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, text);
      }
    },
    remove: () => rm(directory, { recursive: true, force: true }),
  };
}

/** Systems read their versions from `node_modules` by path, which is not looked for further up. */
async function linkPackages(root: string, directory: string): Promise<void> {
  const { dependencies, devDependencies } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;
  for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
    const link = join(directory, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(root, 'node_modules', name), link);
  }
}
