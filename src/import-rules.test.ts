/** Who may import whom: the table of CONTRIBUTING.md, kept. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** What a file imports: paths of the repository, or bare names with a scheme or of packages. */
interface Rule {
  /** Files it is about; the first rule that matches counts. */
  files: RegExp;
  /** Every import must match one of these. */
  may: RegExp[];
}

const HARNESS = /^src\/harness\//;
const STUDIES = /^src\/studies\//;
const FIGURES = /^src\/figures\//;
const NETWORK = /^src\/network\//;
const SYSTEM = /^bench-workers\/systems\/[^/]+\/system\.ts$/;
const OPERATIONS = /^bench-workers\/(operations|payload-text)\.ts$/;
const REGISTRY = /^bench-workers\/(registry|clients)\.ts$/;
const PACKAGE_JSON = /^node_modules\/.*\/package\.json$/;
const CLAIMS = /^src\/claims\//;
const COLLECTIONS = /^src\/collections\//;
const TWINS = /^src\/twins\//;
const RPC_LIBRARY = /^(capnweb|@lumenize\/structured-clone|kkrpc(\/(browser|http))?)$/;
const PROBES = /^src\/probes\//;
const LUMENIZE = /^bench-workers\/systems\/lumenize\/rpc\//;
const REPORT = /^src\/report\//;
const BENCH_CLIENT = /^src\/bench-client\//;

const rules: Rule[] = [
  { files: /^src\/harness\//, may: [HARNESS, /^zod$/, /^simple-statistics$/] },
  { files: CLAIMS, may: [HARNESS, STUDIES, CLAIMS, FIGURES, /^(zod|jsonata|yaml)$/] },
  { files: COLLECTIONS, may: [HARNESS, CLAIMS, COLLECTIONS, /^astro[:/]/] },
  { files: REPORT, may: [HARNESS, FIGURES, CLAIMS, REPORT] },
  { files: BENCH_CLIENT, may: [HARNESS, BENCH_CLIENT] },
  { files: STUDIES, may: [HARNESS, STUDIES, OPERATIONS, REGISTRY, SYSTEM] },
  { files: FIGURES, may: [HARNESS, FIGURES, /^@observablehq\/plot$/] },
  // Pure: build and browser share it.
  { files: NETWORK, may: [HARNESS, NETWORK] },
  {
    files: /^src\/islands\//,
    may: [
      HARNESS,
      FIGURES,
      STUDIES,
      NETWORK,
      PROBES,
      REPORT,
      BENCH_CLIENT,
      /^src\/islands\//,
      /^@observablehq\/plot$/,
    ],
  },
  {
    files: /^src\/integrations\//,
    may: [
      /^src\/integrations\//,
      /^(node:|astro$|linkedom$|starlight-links-validator$|@astrojs\/starlight)/,
    ],
  },
  {
    files: TWINS,
    may: [
      HARNESS,
      FIGURES,
      STUDIES,
      CLAIMS,
      REPORT,
      TWINS,
      // Pure parts and types: what a page shows is what its twin says.
      /^src\/(components\/.*\.ts|islands\/live-bench\/result\/names\.ts)$/,
      /^(astro:content|@astrojs\/rss|d3-dsv|simple-statistics)$/,
    ],
  },
  {
    files: /^src\/(components|pages|content\.config|route-data)/,
    may: [
      HARNESS,
      FIGURES,
      STUDIES,
      REGISTRY,
      SYSTEM,
      CLAIMS,
      COLLECTIONS,
      NETWORK,
      TWINS,
      PROBES,
      REPORT,
      /^typescript$/,
      /^src\/(components|islands|styles)\//,
      /^(astro$|@astrojs\/rss$|astro[:/]|@astrojs\/starlight|@observablehq\/plot$|linkedom$|node:)/,
    ],
  },
  {
    files: /^src\/cli\//,
    may: [
      HARNESS,
      STUDIES,
      CLAIMS,
      OPERATIONS,
      REGISTRY,
      PROBES,
      FIGURES,
      REPORT,
      BENCH_CLIENT,
      /^src\/cli\//,
      /^src\/integrations\/(origin|site-url)\.ts$/,
      /^node:/,
      /^(astro|esbuild|jsonc-parser|simple-statistics|wrangler|zod|@playwright\/test)$/,
    ],
  },
  {
    files: /^src\/testing\//,
    may: [
      /^src\/(testing|cli)\//,
      HARNESS,
      /^node:/,
      /^@playwright\/test(\/reporter)?$/,
      /^vitest\/node$/,
      /^@axe-core\/playwright$/,
      /^astro$/,
      /^capnweb$/,
    ],
  },
  // Those that need Node: they compile, bundle and serve.
  {
    files: /^src\/probes\/cli\//,
    may: [PROBES, RPC_LIBRARY, LUMENIZE, /^node:/, /^(esbuild|typescript)$/],
  },
  {
    files: PROBES,
    may: [
      HARNESS,
      PROBES,
      RPC_LIBRARY,
      LUMENIZE,
      /^bench-workers\/(probes\/methods|systems\/kkrpc\/socket-io)\.ts$/,
      /^zod$/,
    ],
  },
  { files: SYSTEM, may: [HARNESS, PACKAGE_JSON] },
  {
    files: /^bench-workers\/probes\//,
    may: [
      /^bench-workers\/(probes\/|systems\/kkrpc\/)?[^/]+\.ts$/,
      LUMENIZE,
      RPC_LIBRARY,
      /^cloudflare:/,
    ],
  },
  // A Worker of a user of the library.
  {
    files: /^bench-workers\/systems\/lumenize\/rpc\/testing\/worker\.ts$/,
    may: [/^bench-workers\/systems\/lumenize\/rpc\//, /^cloudflare:/],
  },
  // Liftable: it knows no bench.
  {
    files: /^bench-workers\/systems\/lumenize\/rpc\//,
    may: [/^bench-workers\/systems\/lumenize\/rpc\//, RPC_LIBRARY],
  },
  {
    files: /^bench-workers\/systems\/[^/]+\/client\.ts$/,
    may: [HARNESS, OPERATIONS, RPC_LIBRARY, /^own\/(?!server)/],
  },
  {
    files: /^bench-workers\/systems\/[^/]+\/server\.ts$/,
    may: [
      /^bench-workers\/(operations|service|object|limits|env)\.ts$/,
      RPC_LIBRARY,
      /^cloudflare:/,
      /^own\/(?!client|system)/,
    ],
  },
  { files: /^bench-workers\/systems\//, may: [/^own\//, OPERATIONS, RPC_LIBRARY] },
  {
    files: REGISTRY,
    may: [
      /^src\/harness\/study\.ts$/,
      OPERATIONS,
      /^bench-workers\/registry\.ts$/,
      SYSTEM,
      /^bench-workers\/systems\/[^/]+\/client\.ts$/,
    ],
  },
  { files: /^bench-workers\/servers\.ts$/, may: [/^bench-workers\/systems\/[^/]+\/server\.ts$/] },
  {
    files: /^bench-workers\/testing\//,
    may: [
      HARNESS,
      RPC_LIBRARY,
      /^bench-workers\/(?!systems\/lumenize\/rpc\/)/,
      /^src\/cli\/local\//,
    ],
  },
  {
    files: /^bench-workers\//,
    may: [
      /^bench-workers\/[^/]+\.ts$/,
      /^bench-workers\/probes\/(route|object)\.ts$/,
      /^src\/harness\/study\.ts$/,
      /^cloudflare:/,
    ],
  },
];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^(src|bench-workers)\/.*\.(ts|astro)$/.test(file))
  .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('.d.ts'));

/** The TypeScript of a file: of an Astro component its front matter and its scripts. */
function script(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.astro')) return text;
  const front = /^---\n(.*?)\n---/s.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script(?![^>]*is:inline)[^>]*>(.*?)<\/script>/gs)];
  return [front, ...scripts.map(([, body]) => body)].join('\n');
}

function importsOf(file: string): string[] {
  return ts.preProcessFile(script(file), true, true).importedFiles.map(({ fileName }) => {
    if (!fileName.startsWith('.')) return fileName;
    const target = posix.join(posix.dirname(file), fileName.replace(/\?.*$/, ''));
    const system = /^bench-workers\/systems\/[^/]+\//.exec(file)?.[0];
    return system !== undefined && target.startsWith(system) && !file.includes('/rpc/')
      ? target.replace(system, 'own/')
      : target;
  });
}

describe('imports', () => {
  it.each(files)('of %s follow the table', (file) => {
    const rule = rules.find((each) => each.files.test(file));
    if (rule === undefined) throw new Error(`no rule covers ${file}: add one, or move the file`);
    const forbidden = importsOf(file).filter((target) => !rule.may.some((may) => may.test(target)));
    expect(forbidden).toEqual([]);
  });

  it('are seen: the check finds what a file imports', () => {
    expect(importsOf('bench-workers/systems/capnweb/client.ts')).toContain('capnweb');
    expect(importsOf('bench-workers/systems/capnweb/client.ts')).toContain('own/system.ts');
    expect(importsOf('bench-workers/clients.ts')).toContain(
      'bench-workers/systems/capnweb/client.ts',
    );
  });
});

describe('the core', () => {
  it.each(files.filter((file) => HARNESS.test(file)))('%s uses no global of a runtime', (file) => {
    const text = script(file).replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, '');
    const globals =
      /(?<![.\w])(document|window|process|Deno|Bun|localStorage|navigator|setTimeout|setInterval|performance|Date\.now|Math\.random|crypto)\b/;
    expect(globals.exec(text)?.[0]).toBeUndefined();
  });
});
