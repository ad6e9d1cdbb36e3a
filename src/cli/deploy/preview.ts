/**
 * A preview of a pull request: the whole site with a bench of its own. Its bundle is made where no
 * secret is, from code that nobody has reviewed; here it is data, and only what is named below is
 * read of it.
 */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { readJson } from '../shared/files.ts';
import { orNull, runWrangler } from '../shared/wrangler.ts';
import { makeVersion, type Version } from './version.ts';

/** The file in which a bundle describes itself, beside the pages in `dist/`. */
const FILE = 'preview.json';
/** Apart from the pages: wrangler takes what lies beside a Worker for modules of it. */
const WORKER = 'worker';

const identifier = z.string().regex(/^[A-Za-z_]\w{0,60}$/);
const tag = z.string().regex(/^[\w.-]{1,60}$/);
const bundleSchema = z.strictObject({
  vars: z.strictObject({
    COMMIT: z.string().regex(/^[0-9a-f]{40}$/),
    DIRTY: z.enum(['true', 'false']),
    BUILT_AT: z.iso.datetime(),
  }),
  compatibility_date: z.iso.date(),
  compatibility_flags: z
    .array(z.string().regex(/^[a-z0-9_]{1,60}$/))
    .max(20)
    .default([]),
  durable_objects: z.strictObject({
    bindings: z.array(z.strictObject({ name: identifier, class_name: identifier })).max(50),
  }),
  migrations: z
    .array(z.strictObject({ tag, new_sqlite_classes: z.array(identifier).max(50) }))
    .max(100),
});
/** The same of what wrangler gets, beside which stands more. */
const configSchema = bundleSchema.strip().extend({ vars: bundleSchema.shape.vars.strip() });

const previewName = (number: number) => `pr-${number}`;

/**
 * Bundles a preview: needs no secret, and asks nobody.
 *
 * @param folder where pages, Worker and what they need to be put out are written
 */
export async function bundlePreview(
  { configFile, dist }: Pick<Version, 'configFile' | 'dist'>,
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const outdir = join(folder, WORKER);
  await runWrangler(['deploy', '--dry-run', '--config', configFile, '--outdir', outdir]);
  await cp(dist, join(folder, 'dist'), { recursive: true });
  // No search engine is to know two of the same page. Of two rules for one path only the last counts.
  const file = join(folder, 'dist/_headers');
  const headers = await readFile(file, 'utf8');
  await writeFile(file, headers.replace(/^\/\*$/m, '$&\n  X-Robots-Tag: noindex'));
  const bundle = await readJson(configFile, configSchema);
  await writeFile(join(folder, FILE), `${JSON.stringify(bundle, undefined, 2)}\n`);
}

/**
 * Makes a bundle ready to be put out, with this checkout's configuration but for what a pull request
 * may change: dates, objects and their migrations.
 *
 * @param root the checkout whose configuration counts
 * @param bundle its folder, from anybody
 * @throws Error naming what of the bundle is not as expected
 */
export async function readPreview(root: string, bundle: string): Promise<Version> {
  const folder = resolve(bundle);
  const { vars, ...fields } = await readJson(join(folder, FILE), bundleSchema);
  const { durable_objects } = fields;
  return makeVersion(root, {
    commit: vars.COMMIT,
    dist: join(folder, 'dist'),
    bundle: join(folder, WORKER, 'worker.js'),
    vars: { ...vars, SETTING: 'preview' },
    fields: ({ previews }) => ({
      ...fields,
      previews: { ...previews, vars: { ...previews.vars, ...vars }, durable_objects },
    }),
  });
}

/** Puts a preview out. @returns its address */
export async function putOutPreview({ configFile, commit }: Version, number: number) {
  const name = ['--name', previewName(number), '--ignore-base-config'];
  const what = ['--config', configFile, '--message', `Commit ${commit}`];
  const { results } = await runWrangler(['preview', ...name, ...what]);
  const urls = results.find(({ type }) => type === 'preview')?.['preview_urls'];
  const [address] = z.array(z.url()).parse(urls ?? []);
  if (address !== undefined) return new URL(address).origin;
  throw new Error(
    'wrangler preview: got a preview without an address, expected one: in Cloudflare’s dashboard, turn on ' +
      'Preview URLs under Settings, Domains & Routes of the Worker',
  );
}

/** Deletes a preview with its storage. One that is not there is no error. */
export async function deletePreview(number: number): Promise<number> {
  const name = ['--name', previewName(number), '--skip-confirmation'];
  const gone = /\b(10007|10090|10025)\b|not found|does not exist/i;
  await orNull(gone, runWrangler(['preview', 'delete', ...name]));
  return 0;
}
