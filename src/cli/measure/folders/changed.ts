/** The arms of a study whose code differs between two checkouts: what it bundles to. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { messageOf } from '../../../bench-client/failure.ts';
import type { AnyStudy } from '../../../studies/any-study.ts';
import { bundleOptions } from '../../shared/bench.ts';
import { readWranglerConfig } from '../../shared/workerd.ts';

interface Sources {
  /** Files in the folder of an arm's system. */
  own: readonly string[];
  /** Files that every arm of the study runs. */
  shared: readonly string[];
  /** Packages that run the code and are in no bundle. */
  runtimes: readonly string[];
}

const WORKER = 'bench-workers/worker.ts';
/** Clients’ links, the router, and the class of all objects with the service that they have. */
const BENCH = ['src/links/link.ts', WORKER, 'bench-workers/object.ts'];

const inBench: Sources = {
  own: ['client.ts', 'server.ts'],
  shared: [...BENCH, 'src/studies/streams/fan-out.ts'],
  runtimes: ['workerd'],
};

const between = ['bench-workers/between/server.ts', 'bench-workers/between/called-object.ts'];
const places = 'src/places/processes';
/** The sources of a study by what serves its arms, where that is not a system's own object. */
const sources: Readonly<Record<string, Sources>> = {
  between: {
    own: [],
    shared: [...BENCH, 'src/places/objects/client.ts', ...between],
    runtimes: ['workerd'],
  },
  processes: {
    own: ['process.ts'],
    shared: [`${places}/agent.ts`, `${places}/serve.ts`],
    runtimes: ['bun', 'deno'],
  },
};

/**
 * Compares what each arm's code bundles to, with the code that all arms share and the versions of
 * packages. Comments, formatting and names of variables make no difference.
 *
 * @param roots both checkouts, with their packages installed
 * @returns ids of the arms that differ, of those that the study has
 * @throws Error naming the checkout whose code does not build
 */
export async function changedArms(
  { arms, place, servedAs }: AnyStudy,
  roots: readonly [string, string],
): Promise<string[]> {
  const { own, shared, runtimes } = sources[place ?? servedAs ?? ''] ?? inBench;
  const differs = async (of: (root: string) => Promise<string>) => {
    const [one, other] = await Promise.all(roots.map(of));
    return one !== other;
  };
  const common = async (root: string) => {
    const versions = runtimes.map((name) => versionOf(root, name));
    const platform = runtimes.includes('workerd') ? await platformOf(root) : '';
    return [await bundled(root, shared, [withoutSystems]), ...versions, platform].join('\n');
  };
  if (await differs(common)) return arms.map(({ id }) => id);
  const changed = new Set<string>();
  for (const system of new Set(arms.map((arm) => arm.system))) {
    const files = own.map((file) => `src/systems/${system}/${file}`);
    if (await differs((root) => bundled(root, files))) changed.add(system);
  }
  return arms.filter(({ system }) => changed.has(system)).map(({ id }) => id);
}

/** Leaves the folder of every system out of a bundle: its code belongs to its own arms. */
const withoutSystems: Plugin = {
  name: 'without-systems',
  setup(building) {
    building.onLoad({ filter: /\/src\/systems\/[^/]+\/.*\.ts$/ }, () => ({
      contents: 'module.exports = {}',
    }));
  },
};

/** Files as one text. A file that is missing makes a text of its own, and so a difference. */
async function bundled(root: string, files: readonly string[], plugins: Plugin[] = []) {
  const present = files.filter((file) => existsSync(join(root, file)));
  const missing = files.filter((file) => !present.includes(file)).map((file) => join(root, file));
  // Of the Worker the classes of its objects are left out: each is a file of its own here.
  const lines = present.map((file, at) =>
    file === WORKER
      ? `export { default } from './${file}';`
      : `export * as a${at} from './${file}';`,
  );
  try {
    const { outputFiles } = await build({
      ...bundleOptions(root, WORKER, join(root, 'bundle.js')),
      entryPoints: [],
      // Either half is bundled so: a client runs in Node, and of a server any form tells a change.
      ...{ platform: 'node', mainFields: ['module', 'main'] },
      stdin: { contents: lines.join('\n'), resolveDir: root, loader: 'ts' },
      ...{ minify: true, legalComments: 'none', sourcemap: false, write: false, plugins },
    });
    return [...missing, outputFiles[0]?.text].join('\n');
  } catch (cause) {
    throw new Error(`${root}: ${present.join(', ')} do not build: ${messageOf(cause)}`, { cause });
  }
}

function versionOf(root: string, name: string): string {
  try {
    const require = createRequire(join(root, 'package.json'));
    return (require(`${name}/package.json`) as { version: string }).version;
  } catch {
    return 'not installed';
  }
}

/** The settings of wrangler.jsonc that change how code runs. */
async function platformOf(root: string): Promise<string> {
  const { compatibility_date, compatibility_flags } = await readWranglerConfig(root);
  return `${compatibility_date} ${compatibility_flags.join()}`;
}
