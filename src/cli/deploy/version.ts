/** A version of the site: built pages, and a configuration beside which wrangler needs no flags. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { alias } from '../../libraries/systems/lumenize-rpc/bundling.ts';
import { readBuildInfo } from '../shared/checkout.ts';
import { buildSite } from '../shared/pages.ts';
import { allowedOrigins } from '../shared/ports.ts';
import { temporaryFolder } from '../shared/process-end.ts';
import { readJson } from '../shared/files.ts';

export interface Version extends AsyncDisposable {
  /** Full hash. */
  commit: string;
  /** Folder of the built pages. */
  dist: string;
  /** Name of the Worker. */
  worker: string;
  configFile: string;
}

/** The parts of wrangler.jsonc that are read; the rest is passed on as it is. */
const configSchema = z.looseObject({
  name: z.string(),
  main: z.string(),
  vars: z.record(z.string(), z.string()),
  assets: z.looseObject({ directory: z.string() }),
  previews: z.looseObject({ vars: z.record(z.string(), z.string()) }),
});

interface Parts extends Pick<Version, 'commit' | 'dist'> {
  /** Variables of the Worker, besides those of wrangler.jsonc. */
  vars: Readonly<Record<string, string>>;
  /** A bundled Worker; that of wrangler.jsonc is bundled unless given. */
  bundle?: string;
  /** Fields in the place of those of wrangler.jsonc. */
  fields?: (config: z.infer<typeof configSchema>) => Record<string, unknown>;
}

/** Writes the configuration of a version of the checkout at `root`, with every path absolute. */
export async function makeVersion(root: string, parts: Parts): Promise<Version> {
  const { commit, dist, bundle, fields } = parts;
  const config = await readJson(join(root, 'wrangler.jsonc'), configSchema);
  const folder = await temporaryFolder('version', join(root, '.local'));
  const configFile = join(folder.path, 'wrangler.json');
  const whole = {
    ...config,
    main: bundle ?? join(root, config.main),
    no_bundle: bundle !== undefined,
    alias,
    vars: { ...config.vars, ...parts.vars },
    assets: { ...config.assets, directory: dist },
    ...fields?.(config),
  };
  await writeFile(configFile, JSON.stringify(whole, undefined, 2));
  return { commit, dist, worker: config.name, configFile, [Symbol.asyncDispose]: folder.remove };
}

/** Builds the pages of the checkout at `root` into `dist`, and makes the configuration of their version. */
export async function buildVersion(root: string, siteUrl: string, benchOrigin: string) {
  const { commit, dirty, builtAt } = await readBuildInfo(root);
  const dist = join(root, 'dist');
  await buildSite(root, { benchOrigin, siteUrl, outDir: dist });
  // Pages that live elsewhere are admitted; those of the Worker itself always are.
  const ALLOWED_ORIGINS = allowedOrigins(siteUrl).join(' ');
  const { GATE, VISITOR_HEADER } = process.env;
  const vars = {
    ...{ COMMIT: commit, DIRTY: String(dirty), BUILT_AT: builtAt, ALLOWED_ORIGINS },
    ...(GATE !== undefined && { GATE }),
    ...(VISITOR_HEADER !== undefined && { VISITOR_HEADER }),
  };
  return makeVersion(root, { commit, dist, vars });
}
