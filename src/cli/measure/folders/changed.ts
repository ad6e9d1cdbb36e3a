/** The arms of a study whose code differs between two checkouts: what their two halves bundle to. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { messageOf } from '../../../bench-client/failure.ts';
import type { AnyStudy } from '../../../studies/any-study.ts';
import { bundleOptions } from '../../shared/bench.ts';
import { readWranglerConfig } from '../../shared/workerd.ts';

/** Modules by the half that they are part of. */
interface Halves {
  client: readonly string[];
  server: readonly string[];
}

interface Sources {
  /** Files in the folder of an arm's system. */
  own: Halves;
  /** Files that serve every arm of the study. */
  shared: Halves;
  /** Packages that run the code and are in no bundle. */
  runtimes: readonly string[];
}

const WORKER = 'bench-workers/worker.ts';
const METERS = 'src/links/bench.ts';

const inBench: Sources = {
  own: { client: ['client.ts'], server: ['server.ts'] },
  shared: { client: [METERS], server: [WORKER] },
  runtimes: ['workerd'],
};

/** The sources of a study by what serves its arms, where that is not a system's own object. */
const sources: Readonly<Record<string, Sources>> = {
  streams: {
    own: { client: ['streams-client.ts'], server: ['streams.ts'] },
    shared: {
      client: [METERS, 'src/studies/streams/fan-out.ts'],
      server: [WORKER, 'bench-workers/streams/object.ts'],
    },
    runtimes: ['workerd'],
  },
  between: {
    own: { client: [], server: [] },
    shared: {
      client: [METERS, 'src/places/objects/client.ts'],
      server: [WORKER, 'bench-workers/between/server.ts', 'bench-workers/between/callee.ts'],
    },
    runtimes: ['workerd'],
  },
  processes: {
    own: { client: ['process.ts'], server: [] },
    shared: {
      client: ['src/places/processes/agent.ts', 'src/places/processes/serve.ts'],
      server: [],
    },
    runtimes: ['bun', 'deno'],
  },
};

/**
 * Compares what each arm's halves bundle to, with the code that all arms share and the versions of
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
  const common = async (root: string) =>
    [
      await bundled(root, shared, withoutSystems),
      ...runtimes.map((name) => `${name} ${versionOf(root, name)}`),
      runtimes.includes('workerd') ? await platformOf(root) : '',
    ].join('\n');
  if (await differs(common)) return arms.map(({ id }) => id);
  const changed = new Map<string, boolean>();
  for (const system of new Set(arms.map((arm) => arm.system))) {
    const inFolder = (files: readonly string[]) =>
      files.map((file) => `src/systems/${system}/${file}`);
    const halves = { client: inFolder(own.client), server: inFolder(own.server) };
    changed.set(system, await differs((root) => bundled(root, halves)));
  }
  return arms.filter(({ system }) => changed.get(system)).map(({ id }) => id);
}

/** Leaves the folder of every system out of a bundle: what is in one belongs to its own arms. */
const withoutSystems: Plugin = {
  name: 'without-systems',
  setup(building) {
    building.onLoad({ filter: /\/src\/systems\/[^/]+\/.*\.ts$/ }, () => ({
      contents: 'module.exports = {}',
    }));
  },
};

/** Both halves as text. A file that is missing makes a text of its own, and so a difference. */
async function bundled(root: string, halves: Halves, ...plugins: Plugin[]): Promise<string> {
  const texts: string[] = [];
  for (const half of ['client', 'server'] as const) {
    const present = halves[half].filter((file) => existsSync(join(root, file)));
    const missing = halves[half].filter((file) => !present.includes(file));
    texts.push(...missing.map((file) => join(root, file)));
    if (present.length > 0) texts.push(await bundle(root, present, half, plugins));
  }
  return texts.join('\n');
}

async function bundle(
  root: string,
  files: readonly string[],
  half: keyof Halves,
  plugins: Plugin[],
): Promise<string> {
  // Of the Worker the classes of its objects are left out: they belong to the arms that they serve.
  const lines = files.map((file, at) =>
    file === WORKER
      ? `export { default } from './${file}';`
      : `export * as a${at} from './${file}';`,
  );
  const inNode: BuildOptions = { platform: 'node', mainFields: ['module', 'main'] };
  try {
    const { outputFiles } = await build({
      ...bundleOptions(root, WORKER, join(root, 'bundle.js')),
      entryPoints: [],
      ...(half === 'client' && inNode),
      stdin: { contents: lines.join('\n'), resolveDir: root, loader: 'ts' },
      ...{ minify: true, legalComments: 'none', sourcemap: false, write: false },
      plugins,
    });
    return outputFiles[0]?.text ?? '';
  } catch (cause) {
    throw new Error(`${root}: ${files.join(', ')} do not build: ${messageOf(cause)}`, { cause });
  }
}

function versionOf(root: string, name: string): string {
  try {
    const { version } = createRequire(join(root, 'package.json'))(`${name}/package.json`) as {
      version: string;
    };
    return version;
  } catch {
    return 'not installed';
  }
}

/** The settings of wrangler.jsonc that change how code runs. */
async function platformOf(root: string): Promise<string> {
  const { compatibility_date, compatibility_flags } = await readWranglerConfig(root);
  return `${compatibility_date} ${compatibility_flags.join()}`;
}
