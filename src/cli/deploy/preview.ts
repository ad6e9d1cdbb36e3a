/**
 * A preview of a pull request: the whole site with a bench of its own. Its bundle is made where no
 * secret is, from code that nobody has reviewed; here it is data, and only what is named below is
 * read of it.
 */
import { appendFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { readJson } from '../shared/workerd.ts';
import { runWrangler, WranglerFailed } from '../shared/wrangler.ts';
import { readConfig, stage, type Staged } from './stage.ts';

/** The file in which a bundle describes itself, beside the pages in `dist/`. */
const FILE = 'preview.json';
/** Apart from the pages: wrangler takes what lies beside a Worker for modules of it. */
const WORKER = 'worker';

const identifier = z.string().regex(/^[A-Za-z_]\w{0,60}$/);
const tag = z.string().regex(/^[\w.-]{1,60}$/);
const bundleSchema = z.strictObject({
  commit: z.string().regex(/^[0-9a-f]{40}$/),
  dirty: z.boolean(),
  builtAt: z.iso.datetime(),
  compatibility_date: z.iso.date(),
  compatibility_flags: z.array(z.string().regex(/^[a-z0-9_]{1,60}$/)).max(20),
  bindings: z.array(z.strictObject({ name: identifier, class_name: identifier })).max(50),
  migrations: z
    .array(z.strictObject({ tag, new_sqlite_classes: z.array(identifier).max(50) }))
    .max(100),
});
type Bundle = z.infer<typeof bundleSchema>;
const { compatibility_date, compatibility_flags, bindings, migrations } = bundleSchema.shape;
/** The same of what wrangler gets. */
const stagedSchema = z.object({
  ...{ compatibility_date, compatibility_flags: compatibility_flags.default([]), migrations },
  durable_objects: z.object({ bindings }),
});

/** Name of the preview of a pull request, and of its Worker where the account has no previews. */
export const previewName = (number: number) => `pr-${number}`;
export const workerName = (name: string, number: number) => `${name}-${previewName(number)}`;

/**
 * Bundles a preview: needs no secret, and asks nobody.
 *
 * @param staged what is previewed
 * @param folder where pages, Worker and what they need to be put out are written
 */
export async function bundlePreview(
  { configFile, commit, dist }: Staged,
  { dirty, builtAt }: Pick<Bundle, 'dirty' | 'builtAt'>,
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const outdir = join(folder, WORKER);
  await runWrangler(['deploy', '--dry-run', '--config', configFile, '--outdir', outdir]);
  await cp(dist, join(folder, 'dist'), { recursive: true });
  // No search engine is to know two of the same page.
  await appendFile(join(folder, 'dist/_headers'), '\n/*\n  X-Robots-Tag: noindex\n');
  const { durable_objects, ...config } = await readJson(configFile, stagedSchema);
  const bundle = bundleSchema.parse({ commit, dirty, builtAt, ...config, ...durable_objects });
  await writeFile(join(folder, FILE), `${JSON.stringify(bundle, undefined, 2)}\n`);
}

/**
 * Makes a bundle ready to be put out, with this checkout's configuration but for what a pull request
 * may change: dates, objects and their migrations. It runs as a preview: its records cannot be
 * published, and it has the small day of one.
 *
 * @param root the checkout whose configuration counts
 * @param folder the bundle, from anybody
 * @throws Error naming what of the bundle is not as expected
 */
export async function stagePreview(root: string, folder: string): Promise<Staged> {
  const { commit, dirty, builtAt, bindings, migrations, ...dates } = await readJson(
    join(resolve(folder), FILE),
    bundleSchema,
  );
  const vars = { SETTING: 'preview', COMMIT: commit, DIRTY: String(dirty), BUILT_AT: builtAt };
  const durable_objects = { bindings };
  return stage(root, {
    commit,
    dist: join(resolve(folder), 'dist'),
    vars,
    migrations,
    change: (config) => ({
      ...config,
      ...dates,
      main: join(resolve(folder), WORKER, 'worker.js'),
      no_bundle: true,
      durable_objects,
      // Bindings of a preview are its own, and none is inherited.
      previews: { vars: config.vars, durable_objects },
    }),
  });
}

/**
 * Puts a preview out: as a preview of the Worker, or as a Worker of its own where the account has no
 * previews.
 *
 * @returns its address
 */
export async function putOutPreview(
  root: string,
  { configFile, commit }: Staged,
  number: number,
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { name } = await readConfig(root);
  const what = ['--config', configFile, '--message', `Commit ${commit}`];
  try {
    const args = ['preview', '--name', previewName(number), '--ignore-base-config', ...what];
    const { results } = await runWrangler(args, { env });
    return addressIn(results, 'preview', 'preview_urls');
  } catch (error) {
    if (!(error instanceof WranglerFailed)) throw error;
    process.stderr.write('No preview of the Worker: a Worker of its own instead …\n');
    const args = ['deploy', '--name', workerName(String(name), number), ...what];
    const { results } = await runWrangler(args, { env });
    return addressIn(results, 'deploy', 'targets');
  }
}

function addressIn(
  results: ReadonlyArray<Record<string, unknown>>,
  type: string,
  field: string,
): string {
  const found = results.find((each) => each['type'] === type)?.[field];
  const [address] = z.array(z.string()).min(1).parse(found);
  return new URL(address?.includes('://') === true ? address : `https://${address}`).origin;
}

/** Deletes a preview in both of its forms, with its storage. One that is not there is no error. */
export async function deletePreview(
  root: string,
  number: number,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const config = join(root, 'wrangler.jsonc');
  const { name } = await readConfig(root);
  const ways = [
    ['preview', 'delete', '--name', previewName(number), '--skip-confirmation', '--config', config],
    ['delete', workerName(String(name), number), '--force', '--config', config],
  ];
  for (const args of ways) {
    try {
      await runWrangler(args, { env });
    } catch (error) {
      const gone = /\b(10007|10090|10025)\b|not found|does not exist/i;
      if (!(error instanceof WranglerFailed) || !gone.test(error.message)) throw error;
    }
  }
}
