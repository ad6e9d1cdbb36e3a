import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { alias } from '../../systems/lumenize-rpc/bundling.ts';
import { temporaryFolder } from '../shared/process-end.ts';
import { readJson } from '../shared/workerd.ts';

/** A version of the site: built pages, and a configuration beside which wrangler needs no flags. */
export interface Version extends AsyncDisposable {
  /** Full hash. */
  commit: string;
  /** The built pages. */
  dist: string;
  /** Name of the Worker. */
  worker: string;
  configFile: string;
}

const configSchema = z.looseObject({
  name: z.string(),
  main: z.string(),
  vars: z.record(z.string(), z.string()),
  assets: z.looseObject({ directory: z.string() }),
});
/** The parts of wrangler.jsonc that are read; the rest is passed on as it is. */
type Config = z.infer<typeof configSchema>;

/** Reads wrangler.jsonc of the checkout at `root`. @throws Error naming the file and what was expected */
export const readConfig = (root: string): Promise<Config> =>
  readJson(join(root, 'wrangler.jsonc'), configSchema);

interface Parts extends Pick<Version, 'commit' | 'dist'> {
  /** Variables of the Worker, besides those of wrangler.jsonc. */
  vars: Readonly<Record<string, string>>;
  /** A bundled Worker; that of wrangler.jsonc is bundled unless given. */
  bundle?: string;
  /** Fields in the place of those of wrangler.jsonc, given its variables. */
  fields?: (vars: Config['vars']) => Record<string, unknown>;
}

/** Writes the configuration of a version of the checkout at `root`, with every path absolute. */
export async function makeVersion(root: string, parts: Parts): Promise<Version> {
  const { commit, dist, bundle, fields } = parts;
  const config = await readConfig(root);
  const folder = await temporaryFolder('version', join(root, '.local'));
  const configFile = join(folder.path, 'wrangler.json');
  const vars = { ...config.vars, ...parts.vars };
  const whole = {
    ...config,
    main: bundle ?? join(root, config.main),
    no_bundle: bundle !== undefined,
    alias,
    vars,
    assets: { ...config.assets, directory: dist },
    ...fields?.(vars),
  };
  await writeFile(configFile, JSON.stringify(whole, undefined, 2));
  const remove = folder.remove;
  return { commit, dist, worker: config.name, configFile, [Symbol.asyncDispose]: remove };
}
