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
import { makeVersion, type Version } from './release.ts';

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
const { compatibility_date, compatibility_flags, bindings, migrations } = bundleSchema.shape;
/** The same of what wrangler gets. */
const configSchema = z.object({
  ...{ compatibility_date, compatibility_flags: compatibility_flags.default([]), migrations },
  durable_objects: z.object({ bindings }),
});

const previewName = (number: number) => `pr-${number}`;

/**
 * Bundles a preview: needs no secret, and asks nobody.
 *
 * @param version what is previewed
 * @param folder where pages, Worker and what they need to be put out are written
 */
export async function bundlePreview(
  { configFile, commit, dist }: Version,
  { dirty, builtAt }: { dirty: boolean; builtAt: string },
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const outdir = join(folder, WORKER);
  await runWrangler(['deploy', '--dry-run', '--config', configFile, '--outdir', outdir]);
  await cp(dist, join(folder, 'dist'), { recursive: true });
  // No search engine is to know two of the same page.
  await appendFile(join(folder, 'dist/_headers'), '\n/*\n  X-Robots-Tag: noindex\n');
  const { durable_objects, ...config } = await readJson(configFile, configSchema);
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
export async function readPreview(root: string, folder: string): Promise<Version> {
  const { commit, dirty, builtAt, bindings, ...config } = await readJson(
    join(resolve(folder), FILE),
    bundleSchema,
  );
  const durable_objects = { bindings };
  return makeVersion(root, {
    commit,
    dist: join(resolve(folder), 'dist'),
    bundle: join(resolve(folder), WORKER, 'worker.js'),
    vars: { SETTING: 'preview', COMMIT: commit, DIRTY: String(dirty), BUILT_AT: builtAt },
    // Bindings of a preview are its own, and none is inherited.
    fields: (vars) => ({ ...config, durable_objects, previews: { vars, durable_objects } }),
  });
}

/** Puts a preview out. @returns its address */
export async function putOutPreview(
  { configFile, commit }: Version,
  number: number,
): Promise<string> {
  const name = ['--name', previewName(number), '--ignore-base-config'];
  const what = ['--config', configFile, '--message', `Commit ${commit}`];
  const { results } = await runWrangler(['preview', ...name, ...what]);
  const urls = results.find(({ type }) => type === 'preview')?.['preview_urls'];
  const address = Array.isArray(urls) ? String(urls[0] ?? '') : '';
  if (URL.canParse(address)) return new URL(address).origin;
  throw new Error(
    `wrangler preview: got "${address}" as the preview’s address, expected one: turn on Preview URLs of the Worker`,
  );
}

/** Deletes a preview with its storage. One that is not there is no error. */
export async function deletePreview(number: number): Promise<void> {
  try {
    await runWrangler(['preview', 'delete', '--name', previewName(number), '--skip-confirmation']);
  } catch (error) {
    const gone = /\b(10007|10090|10025)\b|not found|does not exist/i;
    if (!(error instanceof WranglerFailed) || !gone.test(error.message)) throw error;
  }
}

const listSchema = z.object({ result: z.array(z.object({ name: z.string() })) });

/**
 * Numbers of the pull requests that have a preview, at most a hundred. Cloudflare’s API is asked,
 * because wrangler 4.164 has no command for it.
 */
export async function listPreviews(
  worker: string,
  { env }: { env: NodeJS.ProcessEnv } = process,
): Promise<number[]> {
  const { CLOUDFLARE_API_TOKEN: token, CLOUDFLARE_ACCOUNT_ID: account } = env;
  const api = env['CLOUDFLARE_API_BASE_URL'] ?? 'https://api.cloudflare.com/client/v4';
  const address = `${api}/accounts/${account}/workers/workers/${worker}/previews?per_page=100`;
  const response = await fetch(address, { headers: { Authorization: `Bearer ${token}` } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${address}: got ${response.status}, expected 200: ${text}`);
  const { result } = listSchema.parse(JSON.parse(text));
  const numbers = result.map(({ name }) => /^pr-([1-9]\d{0,7})$/.exec(name)?.[1]);
  return numbers.filter((number) => number !== undefined).map(Number);
}
