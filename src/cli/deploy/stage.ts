import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { alias } from '../../systems/lumenize-rpc/bundling.ts';
import { addWorktree } from '../shared/checkout.ts';
import { temporaryFolder } from '../shared/process-end.ts';
import { buildSite } from '../shared/pages.ts';
import { readJson } from '../shared/workerd.ts';

/** A version ready to be uploaded: pages that are built, and a configuration that names them. */
export interface Staged extends AsyncDisposable {
  /** Full hash of its commit. */
  commit: string;
  /** Configuration for wrangler, complete: no flag is needed besides. */
  configFile: string;
  /** The built pages. */
  dist: string;
  migrations: readonly Migration[];
  remove: () => Promise<void>;
}

/** A step in the life of object classes, as wrangler.jsonc has it. */
type Migration = z.infer<typeof migrationSchema>;

const migrationSchema = z.looseObject({
  tag: z.string(),
  new_sqlite_classes: z.array(z.string()).default([]),
});

const configSchema = z.looseObject({
  main: z.string(),
  vars: z.record(z.string(), z.string()),
  assets: z.looseObject({ directory: z.string() }),
  durable_objects: z.object({
    bindings: z.array(z.object({ name: z.string(), class_name: z.string() })),
  }),
  migrations: z.array(migrationSchema).min(1),
});
/** The parts of wrangler.jsonc that are read; the rest is passed on as it is. */
type Config = z.infer<typeof configSchema>;

/** Reads wrangler.jsonc of the checkout at `root`. @throws Error naming the file and what was expected */
export const readConfig = (root: string): Promise<Config> =>
  readJson(join(root, 'wrangler.jsonc'), configSchema);

/** The parts of a version. */
interface Parts {
  commit: string;
  dist: string;
  /** The Worker’s variables, besides those of wrangler.jsonc. */
  vars: Readonly<Record<string, string>>;
  /** Migrations in the place of those of wrangler.jsonc. */
  migrations?: readonly Migration[];
  /** Text of a module in front of the Worker, given the path of the Worker. */
  front?: (main: string) => string;
  /** Changes what wrangler gets. */
  change?: (config: Config) => Config;
}

/** Writes the configuration of a version of the checkout at `root`, with every path absolute. */
export async function stage(root: string, parts: Parts): Promise<Staged> {
  const { commit, dist, vars, front, change = (config) => config } = parts;
  const config = await readConfig(root);
  const migrations = parts.migrations ?? config.migrations;
  // Below the checkout, where the Worker’s packages are found.
  const { path: directory, remove } = await temporaryFolder('version', join(root, '.local'));
  let main = join(root, config.main);
  if (front !== undefined) {
    const file = join(directory, 'worker.ts');
    await writeFile(file, front(main));
    main = file;
  }
  const configFile = join(directory, 'wrangler.json');
  const whole: Config = {
    ...config,
    main,
    alias,
    vars: { ...config.vars, ...vars },
    assets: { ...config.assets, directory: dist },
    migrations: [...migrations],
  };
  await writeFile(configFile, JSON.stringify(change(whole), undefined, 2));
  return { commit, configFile, dist, migrations, remove, [Symbol.asyncDispose]: remove };
}

/**
 * Text of a module that adds to a Worker the classes of migrations that its code does not have: the
 * platform keeps their objects, and refuses code without them. They answer 503.
 *
 * @param main path of the Worker
 * @param classes names of the classes it does not have
 */
export function withClasses(main: string, classes: readonly string[]): string {
  return [
    `import { DurableObject } from 'cloudflare:workers';`,
    `export * from ${JSON.stringify(main)};`,
    `export { default } from ${JSON.stringify(main)};`,
    `class Later extends DurableObject {`,
    `  fetch() { return new Response('This version does not know these objects.\\n', { status: 503 }); }`,
    `}`,
    ...classes.map((name) => `export class ${name} extends Later {}`),
    '',
  ].join('\n');
}

/** The classes that migrations make and an older configuration does not know. */
export function laterClasses(
  migrations: readonly Migration[],
  older: readonly Migration[],
): string[] {
  const known = new Set(older.flatMap((migration) => migration.new_sqlite_classes));
  return migrations
    .flatMap((migration) => migration.new_sqlite_classes)
    .filter((name) => !known.has(name));
}

/**
 * The obstacle to older code going out again under new migrations: they did more than make classes.
 *
 * @returns a sentence; undefined when nothing does
 */
export function noWayBack(
  migrations: readonly Migration[],
  older: readonly Migration[],
): string | undefined {
  const tags = new Set(older.map(({ tag }) => tag));
  for (const { tag, ...steps } of migrations) {
    const what = Object.keys(steps).find((step) => step !== 'new_sqlite_classes');
    if (tags.has(tag) || what === undefined) continue;
    return `wrangler.jsonc: migration "${tag}": got ${what}, expected new_sqlite_classes alone: after it the code that is out now could not go out again`;
  }
  return undefined;
}

/** How the pages of a deployment are built, and its Worker set up. */
interface Setup {
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
  { commit }: { commit: string },
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
    const remove = async () => tree.remove();
    return { ...staged, remove, [Symbol.asyncDispose]: remove };
  } catch (error) {
    tree.remove();
    throw error;
  }
}
