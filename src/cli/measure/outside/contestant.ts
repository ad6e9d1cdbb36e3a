/** Contestants from outside: a folder with a client module and, where it needs one, a Worker. */
import { existsSync } from 'node:fs';
import { mkdtemp, realpath, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { z } from 'zod';
import { messageOf } from '../../../bench-client/failure.ts';
import { bareOrigin } from '../../../bench-client/origin.ts';
import { describeOutside } from '../../../harness/plan/index.ts';
import type { ClientModule } from '../../../sockets/system.ts';
import type { Contestant, OutsideSystem } from '../../../sockets/contestants.ts';
import {
  acceptModes,
  describeIssue,
  type Outside,
  OUTSIDE_ID,
  show,
} from '../../../harness/record/index.ts';
import type { OwnOperations } from '../../../studies/own-operations.ts';
import { UsageError } from '../../shared/args.ts';
import type { WorkerBeside } from '../../shared/bench.ts';
import { deleteWithThis } from '../../shared/keeper.ts';
import { readWranglerConfig } from '../../shared/workerd.ts';
import { digestOf } from './digest.ts';

/** A contestant, ready to be measured once its Worker runs. */
export interface OutsideFolder extends Contestant<OwnOperations> {
  folder: string;
  digest: string;
  /** Deployment that serves it. */
  deployment: string | undefined;
  /** Its Worker, where it has one that is to be started. */
  worker: WorkerBeside | undefined;
  /** Its client module with all that it imports, for Node and for a page. */
  bundles: { node: string; browser: string };
  /** Says where its Worker runs. */
  serveAt: (origin: string) => void;
}

const CLIENTS = ['client.ts', 'client.js', 'client.mjs'];
const CONFIG = 'wrangler.jsonc';
/** workerd alone has no other bindings than Durable Objects and texts. */
const FIELDS = [
  ...['$schema', 'name', 'main', 'compatibility_date', 'compatibility_flags', 'durable_objects'],
  ...['migrations', 'vars', 'observability', 'workers_dev'],
];

const text = z.string().min(1).max(80);
const armSchema = z.strictObject({
  name: z.string().regex(OUTSIDE_ID, { error: 'expected small letters, digits and hyphens' }),
  label: text,
  accept: z.enum(acceptModes),
  cannot: z.record(z.string(), z.string().min(1)).optional(),
});
const systemSchema = z.strictObject({
  id: z.string().regex(OUTSIDE_ID, { error: 'expected small letters, digits and hyphens' }),
  label: text,
  versions: z.record(text, text),
  arms: z.array(armSchema).min(1).max(8),
});

/**
 * Reads what `--system` names, `FOLDER` or `FOLDER=ORIGIN`, and bundles its client module. Nothing is
 * written to the folder.
 *
 * @param root the checkout, which the folder must not be in
 * @param deployed whether the bench runs elsewhere, and so must what serves the contestant
 * @throws UsageError or Error naming the value got and what was expected
 */
export async function readContestant(
  given: string,
  root: string,
  deployed: boolean,
): Promise<OutsideFolder> {
  const fail = (got: string, expected: string) =>
    new UsageError(`--system ${given}: got ${got}, expected ${expected}`);
  const [, named = given, address] = /^(.+)=(https?:.*)$/.exec(given) ?? [];
  const deployment = address === undefined ? undefined : bareOrigin(address);
  if (address !== undefined && deployment === undefined) {
    throw fail(`"${address}"`, 'an origin such as https://example.org');
  }
  const folder = resolve(named);
  const is = await stat(folder).catch(() => undefined);
  if (is?.isDirectory() !== true) throw fail(is ? 'a file' : 'no such folder', 'a folder');
  const path = relative(await realpath(root), await realpath(folder));
  if (!path.startsWith('..') && !isAbsolute(path)) {
    throw fail('a folder of this project', 'one outside of it: what is inside is measured without');
  }
  const client = CLIENTS.find((name) => existsSync(join(folder, name)));
  if (client === undefined) throw fail('none of them in the folder', `a ${CLIENTS.join(' or ')}`);
  const hasWorker = existsSync(join(folder, CONFIG));
  if (deployed && hasWorker && deployment === undefined) {
    throw fail(
      '--origin, and a Worker to be started here',
      `${named}=ORIGIN of one that serves it`,
    );
  }
  if (!deployed && deployment !== undefined) {
    throw fail(
      `${deployment} without --origin`,
      'both from afar: a distance would be taken for a system',
    );
  }

  const digest = await digestOf(folder);
  const bundles = await bundle(folder, client);
  const load = async () => (await import(pathToFileURL(bundles.node).href)) as ClientModule<never>;
  const system = systemOf(await moduleOf(load, `${folder}/${client}`), `${folder}/${client}`);
  const serves = hasWorker && deployment === undefined;
  const config = serves ? await readWranglerConfig(folder, FIELDS) : undefined;
  const worker = config && { id: `outside-${system.id}`, folder, config };
  let at = deployment;
  return {
    ...{ folder, system, digest, deployment, worker, bundles, load },
    origin: () => at,
    serveAt: (origin) => {
      at = origin;
    },
  };
}

/** All that `--system` names. @throws as {@link readContestant}, and where two have one id */
export async function readContestants(
  given: readonly string[],
  root: string,
  deployed: boolean,
): Promise<OutsideFolder[]> {
  const found: OutsideFolder[] = [];
  for (const each of given) {
    const next = await readContestant(each, root, deployed);
    const twice = found.find(({ system }) => system.id === next.system.id);
    if (twice !== undefined) {
      const got = `the id "${next.system.id}" in ${twice.folder} too`;
      throw new UsageError(`--system ${each}: got ${got}, expected another`);
    }
    found.push(next);
  }
  return found;
}

/** What a record says of a contestant, asked once it is measured. */
export async function outsideOf({
  folder,
  system,
  digest,
  deployment,
  worker,
}: OutsideFolder): Promise<Outside> {
  const now = await digestOf(folder).catch(() => undefined);
  return describeOutside(system, {
    digest,
    served: deployment !== undefined ? 'elsewhere' : worker === undefined ? 'bench' : 'beside',
    ...(deployment !== undefined && { origin: deployment }),
    ...(now !== digest && { changed: true }),
  });
}

/** The Workers that are to be started for contestants. */
export function workersOf(contestants: readonly OutsideFolder[]): WorkerBeside[] {
  return contestants.flatMap(({ worker }) => worker ?? []);
}

/** Tells contestants where their Workers were started. @param beside origins by the Workers’ ids */
export function serveAll(
  contestants: readonly OutsideFolder[],
  beside: ReadonlyMap<string, string>,
): void {
  for (const { worker, serveAt } of contestants) {
    const origin = worker && beside.get(worker.id);
    if (origin !== undefined) serveAt(origin);
  }
}

/** One file each, so that what is measured stays what it was when it was read. */
async function bundle(folder: string, client: string): Promise<OutsideFolder['bundles']> {
  const directory = await mkdtemp(join(tmpdir(), 'roundtrip-outside-'));
  deleteWithThis(directory);
  const bundles = { node: join(directory, 'node.mjs'), browser: join(directory, 'browser.js') };
  // What was written for CommonJS calls `require` for Node's own modules.
  const banner = `import { createRequire as r } from 'node:module'; const require = r(import.meta.url);`;
  try {
    for (const platform of ['node', 'browser'] as const) {
      await build({
        absWorkingDir: folder,
        entryPoints: [join(folder, client)],
        outfile: bundles[platform],
        ...{ bundle: true, format: 'esm', target: 'es2024', logLevel: 'silent', platform },
        ...(platform === 'node' && { banner: { js: banner } }),
      });
    }
  } catch (cause) {
    throw new Error(`${folder}/${client} does not build: ${messageOf(cause)}`, { cause });
  }
  return bundles;
}

async function moduleOf(load: () => Promise<object>, file: string): Promise<object> {
  try {
    return await load();
  } catch (cause) {
    throw new Error(`${file} cannot be loaded: ${messageOf(cause)}`, { cause });
  }
}

/** @throws Error naming what the module exports and what it should */
function systemOf(module: object, file: string): OutsideSystem {
  const connect: unknown = Reflect.get(module, 'connect');
  if (typeof connect !== 'function') {
    throw new Error(`${file}: got ${typeof connect} for its export connect, expected a function`);
  }
  const system: unknown = Reflect.get(module, 'system');
  if (typeof system !== 'object' || system === null) {
    throw new Error(`${file}: got ${show(system)} for its export system, expected an object`);
  }
  const result = systemSchema.safeParse(system);
  if (!result.success) {
    const issues = result.error.issues.map((issue) => describeIssue(issue, system));
    throw new Error(`${file}: system: ${issues.join('; ')}`);
  }
  const { arms, ...rest } = result.data;
  const twice = arms.find(({ name }, at) => arms.findIndex((each) => each.name === name) < at);
  if (twice === undefined) {
    return {
      ...rest,
      arms: arms.map(({ cannot, ...arm }) => ({ ...arm, ...(cannot && { cannot }) })),
    };
  }
  throw new Error(`${file}: system.arms: got "${twice.name}" twice, expected it once`);
}
