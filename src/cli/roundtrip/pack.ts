/**
 * `npm run package`: the package that authors elsewhere install, compiled to `packed/`. It holds the harness, the
 * commands, the Worker of the bench and what processes load, and no TypeScript.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { bundleOptions } from '../shared/bench.ts';
import { BUILD_FILE, readBuildInfo } from '../shared/checkout.ts';
import { readWranglerConfig } from '../shared/workerd.ts';

const root = process.cwd();
const out = join(root, 'packed');
const src = join(root, 'src');

/** The name that a source file gets: those of the package lie side by side. */
const nameOf = (file: string) => relative(src, file).replace(/\.ts$/, '').replaceAll('/', '-');

/** Sources by the names that they get. */
const entries = new Map<string, string>([
  ['roundtrip', join(src, 'cli/roundtrip/index.ts')],
  ['harness', join(src, 'cli/roundtrip/harness.ts')],
]);

/** The Worker’s code keeps its names, as a deployed one does: what is measured is not to run otherwise. */
const SMALL = { minifyWhitespace: true, minifySyntax: true, legalComments: 'none' } as const;

/** Dependencies of the package, and tools that commands of the checkout alone have. */
const OUTSIDE = ['esbuild', 'undici', 'workerd', 'ws', 'zod', '@playwright/test', 'wrangler'];
const GRPC = ['@grpc/grpc-js', '@grpc/proto-loader', '@connectrpc/*', '@bufbuild/*'];

const MODULE = /new URL\(\s*(['`])([^'`]+\.ts)\1,\s*import\.meta\.url\)/g;
const STYLE = /(new URL\(`)[^`]*\/(\$\{name\}\.css`)/g;

/**
 * Has code find the compiled form of a module that it starts or loads by its path, and compiles that
 * too. Styles lie beside it.
 */
const modulesByPath: Plugin = {
  name: 'modules-by-path',
  setup(building) {
    building.onLoad({ filter: /\/src\/.*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const contents = text.replaceAll(MODULE, (_, quote: string, to: string) => {
        const file = join(dirname(path), to);
        if (existsSync(file)) entries.set(nameOf(file), file);
        return `new URL(${quote}./${nameOf(file)}.js${quote}, import.meta.url)`;
      });
      return { contents: contents.replaceAll(STYLE, '$1./$2'), loader: 'ts' };
    });
    // The published library is nobody’s dependency here.
    building.onResolve({ filter: /^#lumenize-rpc\// }, () => ({
      path: join(src, 'systems/lumenize-rpc/absent.ts'),
    }));
  },
};

/** Compiles what Node, Bun and Deno run; again until nothing more is found that is loaded by its path. */
async function compile(): Promise<void> {
  for (let known = 0; known !== entries.size;) {
    known = entries.size;
    // Files of an earlier pass have other names.
    await rm(out, { recursive: true, force: true });
    await build({
      absWorkingDir: root,
      entryPoints: Object.fromEntries(entries),
      outdir: out,
      ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20' },
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
      ...{ plugins: [modulesByPath], ...SMALL, logLevel: 'warning' },
    });
  }
}

/** The Worker of the bench as one module, with what of its configuration is not the platform’s. */
async function compileWorker(): Promise<void> {
  const { main, ...config } = await readWranglerConfig(root);
  await build({
    ...bundleOptions(root, main, join(out, 'worker.js')),
    ...{ conditions: ['workerd', 'worker', 'browser'], sourcemap: false, ...SMALL },
  });
  await writeFile(join(out, 'wrangler.jsonc'), JSON.stringify({ ...config, main: 'worker.js' }));
}

/** Runs a command in the checkout. @returns its output; @throws Error with what it complains of */
async function output(file: string, args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(file, args, { cwd: root })).stdout.trim();
}

/** The types of what the package exports. */
async function declare(): Promise<void> {
  const project = join(out, 'tsconfig.json');
  const compilerOptions = {
    ...{ declaration: true, emitDeclarationOnly: true, noEmit: false, noCheck: true },
    ...{ rootDir: src, outDir: join(out, 'types') },
  };
  const files = [entries.get('harness')];
  const only = { extends: '../tsconfig.json', include: [], files, compilerOptions };
  await writeFile(project, JSON.stringify(only));
  await output(join(root, 'node_modules/.bin/tsc'), ['-p', project]);
  await rm(project);
}

/**
 * Compiles the package and packs it as npm would publish it.
 *
 * @returns path of the archive in the folder
 */
export async function packInto(folder: string): Promise<string> {
  await compile();
  await compileWorker();
  for (const name of ['theme.css', 'data-table.css']) {
    await copyFile(join(src, 'styles', name), join(out, name));
  }
  await cp(join(src, 'cli/roundtrip/templates'), join(out, 'templates'), { recursive: true });
  await writeFile(join(out, BUILD_FILE), JSON.stringify(await readBuildInfo(root)));
  await declare();
  return join(folder, await output('npm', ['pack', '--silent', '--pack-destination', folder]));
}

if (import.meta.main) console.log(await packInto(process.argv[2] ?? '.'));
