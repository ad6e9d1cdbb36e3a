/**
 * `npm run package`: the package that authors elsewhere install. It holds the harness, the
 * commands, the Worker of the bench and what processes load, and no TypeScript.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { runCommand, UsageError } from '../shared/args.ts';
import { bundleOptions } from '../shared/bench.ts';
import { BUILD_FILE, readBuildInfo } from '../shared/checkout.ts';
import { temporaryFolder } from '../shared/process-end.ts';
import { readWranglerConfig } from '../shared/workerd.ts';

const root = process.cwd();
const src = join(root, 'src');
/** The folder in the package for all that is compiled, as package.json names it. */
const PACKED = 'packed';

/** The part that programs import. It runs in a page and a Worker too, so Node’s code is compiled apart from it. */
const HARNESS = join(src, 'cli/roundtrip/harness.ts');

/** The name that a source file gets: those of the package lie side by side. */
const nameOf = (file: string) =>
  file === HARNESS ? 'harness' : relative(src, file).replace(/\.ts$/, '').replaceAll('/', '-');

/** Sources by the names that they get. */
const entries = new Map<string, string>([['roundtrip', join(src, 'cli/roundtrip/index.ts')]]);

/** The Worker’s code keeps its names, as a deployed one does: what is measured is not to run otherwise. */
const SMALL = { minifyWhitespace: true, minifySyntax: true, legalComments: 'none' } as const;

/** Dependencies of the package, and tools that only commands of the checkout have. */
const OUTSIDE = ['esbuild', 'undici', 'workerd', 'ws', 'zod', '@playwright/test', 'wrangler'];
const GRPC = ['@grpc/grpc-js', '@grpc/proto-loader', '@connectrpc/*', '@bufbuild/*'];

const MODULE = /new URL\(\s*(['`])([^'`]+\.ts)\1,\s*import\.meta\.url\)/g;

/** Has code find the compiled form of a module that it starts or loads by its path, and compiles that too. */
const modulesByPath: Plugin = {
  name: 'modules-by-path',
  setup(building) {
    building.onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replaceAll(MODULE, (_, quote: string, to: string) => {
        const file = join(dirname(path), to);
        if (existsSync(file) && file !== HARNESS) entries.set(nameOf(file), file);
        return `new URL(${quote}./${nameOf(file)}.js${quote}, import.meta.url)`;
      });
      return { contents, loader: 'ts' };
    });
    // The package does not depend on those that a registry may lack.
    building.onResolve({ filter: /^#[\w-]+\/(library|version)$/ }, ({ path }) => ({
      path: join(src, 'libraries/systems', dirname(path.slice(1)), 'absent.ts'),
    }));
  },
};

/** Compiles what Node, Bun and Deno run; again until nothing more is found that is loaded by its path. */
async function compile(out: string): Promise<void> {
  for (let known = 0; known !== entries.size;) {
    known = entries.size;
    // Files of an earlier pass have other names.
    await rm(out, { recursive: true, force: true });
    await build({
      absWorkingDir: root,
      entryPoints: Object.fromEntries(entries),
      outdir: out,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      chunkNames: 'part-[hash]',
      // The form of a package that a bundler can follow.
      mainFields: ['module', 'main'],
      // gRPC’s servers are not measured from the package.
      external: [...OUTSIDE, ...GRPC],
      // Written for CommonJS, some packages call `require` for Node’s own modules.
      banner: {
        js: `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`,
      },
      define: { 'import.meta.main': 'false' },
      plugins: [modulesByPath],
      ...SMALL,
      logLevel: 'warning',
    });
  }
}

async function compileHarness(out: string): Promise<void> {
  await build({
    entryPoints: [HARNESS, join(src, 'cli/roundtrip/define-library.ts')],
    outdir: out,
    // A client that imports one function gets only the file of that function.
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    chunkNames: 'harness-[hash]',
    mainFields: ['module', 'main'],
    external: ['zod'],
    ...SMALL,
    logLevel: 'warning',
  });
}

/** The Worker of the bench as one module, with the parts of its configuration that workerd needs. */
async function compileWorker(out: string): Promise<void> {
  const { main, ...config } = await readWranglerConfig(root);
  await build({
    ...bundleOptions(root, main, join(out, 'worker.js')),
    conditions: ['workerd', 'worker', 'browser'],
    sourcemap: false,
    ...SMALL,
  });
  await writeFile(join(out, 'wrangler.jsonc'), JSON.stringify({ ...config, main: 'worker.js' }));
}

/** Runs a command. @returns its output; @throws Error with what it complains of */
async function output(file: string, args: readonly string[], cwd = root): Promise<string> {
  return (await promisify(execFile)(file, args, { cwd })).stdout.trim();
}

async function declare(out: string): Promise<void> {
  const project = join(out, 'tsconfig.json');
  const compilerOptions = {
    declaration: true,
    emitDeclarationOnly: true,
    noEmit: false,
    noCheck: true,
    rootDir: src,
    outDir: join(out, 'types'),
  };
  const files = [HARNESS];
  const only = { extends: join(root, 'tsconfig.json'), include: [], files, compilerOptions };
  await writeFile(project, JSON.stringify(only));
  await output(join(root, 'node_modules/.bin/tsc'), ['-p', project]);
  await rm(project);
}

/** @returns path of the archive in the folder, which is made where it is not there */
export async function packInto(folder: string): Promise<string> {
  const destination = resolve(folder);
  await mkdir(destination, { recursive: true });
  // Within the checkout, because the compiler looks for types in the folders above.
  await using stage = await temporaryFolder('package', join(root, '.local'));
  const out = join(stage.path, PACKED);
  for (const name of ['package.json', 'README.md', 'LICENSE']) {
    await copyFile(join(root, name), join(stage.path, name));
  }
  await compile(out);
  await compileHarness(out);
  await compileWorker(out);
  await cp(join(src, 'cli/roundtrip/templates'), join(out, 'templates'), { recursive: true });
  await writeFile(join(out, BUILD_FILE), JSON.stringify(await readBuildInfo(root)));
  await declare(out);
  const args = ['pack', '--silent', '--pack-destination', destination];
  return join(folder, await output('npm', args, stage.path));
}

export const run = (argv?: readonly string[]): Promise<void> =>
  runCommand(
    {
      usage: ['npm run package -- [folder]'],
      about: `Compiles roundtrip-bench, the package that authors of libraries install, and packs it into a folder,
here unless another is named. Prints the path of the file.`,
      flags: {},
      positionals: true,
    },
    async ({ positionals: [folder = '.', ...more] }) => {
      if (more.length > 0) {
        throw new UsageError(`folder: got "${[folder, ...more].join(' ')}", expected one`);
      }
      console.log(await packInto(folder));
      return 0;
    },
    argv,
  );

if (import.meta.main) await run();
