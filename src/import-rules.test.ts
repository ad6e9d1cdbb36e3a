/** Imports go one way, from a room to those below it, and never in a circle: CONTRIBUTING.md has the rooms. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { systems } from '../bench-workers/registry.ts';

/** From the ground up; of two rooms in one line neither imports the other, unless `ALSO` says so. */
const ROOMS: ReadonlyArray<readonly string[]> = [
  ['src/harness', 'src/glossary'],
  ['src/figures', 'src/network'],
  ['src/sockets'],
  ['src/peers'],
  ['src/grpc'],
  ['bench-workers', 'src/studies'],
  ['src/claims', 'src/probes'],
  ['src/report'],
  ['src/share', 'src/history'],
  ['src/bench-client'],
  ['src/collections', 'src/journal'],
  ['src/tables'],
  ['src/exports'],
  ['src/islands'],
  ['src/components'],
  ['src/pages', 'src/integrations'],
  ['src/cli'],
];
const ALSO: Readonly<Record<string, string>> = {
  'src/studies': 'bench-workers',
  'src/journal': 'src/collections',
};
/** What the build knows does not reach the browser. */
const NEVER: Readonly<Record<string, readonly string[]>> = {
  'src/islands': ['src/collections', 'src/journal', 'src/tables', 'src/exports'],
};
/** The harness's own rooms; others see only the `index.ts` of each. */
const INSIDE = ['record', 'plan', 'statistics', 'run', 'simulate'];
/** Stand apart: they may import anything, and only each other may import them. */
const APART = /\.test\.ts$|\/testing\/|^src\/(content\.config|route-data|env\.d)\.ts$/;
/** Everybody may load a style sheet. */
const STYLES = /^src\/styles\//;

/** Packages and schemes that a room may name; a room that is not listed may name any. */
const PACKAGES: ReadonlyArray<readonly [files: RegExp, may: RegExp]> = [
  [/^src\/harness\//, /^(zod|simple-statistics)$/],
  [/^src\/figures\//, /^@observablehq\/plot$/],
  [/^src\/(network|sockets|bench-client|studies)\//, /^$/],
  [/^src\/claims\//, /^(zod|jsonata|yaml)$/],
  [/^src\/report\//, /^(d3-dsv|simple-statistics|yaml)$/],
  [/^src\/share\//, /^zod$/],
  [/^src\/history\//, /^idb$/],
  [/^src\/islands\//, /^@observablehq\/plot$/],
  [/^src\/probes\/cli\//, orOfSystems('node:.*|esbuild|typescript')],
  [/^src\/probes\/windows\//, orOfSystems('comlink', 'birpc')],
  [/^src\/probes\//, orOfSystems('zod')],
  [/^bench-workers\/systems\/[^/]+\/(client|system)\.ts$/, orOfSystems()],
];

/** Packages that systems are built from, with what of them is imported, or others. */
function orOfSystems(...others: readonly string[]): RegExp {
  const packages = systems.flatMap(({ versions }) => Object.keys(versions));
  return new RegExp(`^(${[...others, `(${packages.join('|')})(/.*)?`].join('|')})$`);
}

/** What of the Workers must stay apart although it is one room: files, and what they never import. */
const HALVES: ReadonlyArray<readonly [files: RegExp, never: RegExp]> = [
  [/\/systems\/[^/]+\/client\.ts$/, /\/server\.ts$|^bench-workers\/(object|service|worker)\.ts$/],
  [/\/systems\/[^/]+\/system\.ts$/, /\/(server|client)\.ts$/],
  [/\/systems\/[^/]+\/server\.ts$/, /\/(client|system)\.ts$/],
  [/^bench-workers\/((registry|worker|object|gate)\.ts$|gate\/)/, /\/(client|clients)\.ts$/],
  [/\/between\/(client|list|protocol)\.ts$/, /\/between\/(caller|callee|batch|ways\/.*)\.ts$/],
  [/\/between\/(client|list|protocol)\.ts$/, /^bench-workers\/(object|service|worker)\.ts$/],
  [/\/between\/(?!client)/, /\/between\/client\.ts$/],
  // Liftable: it knows no bench.
  [/\/lumenize\/rpc\/(?!testing)/, /^(?!bench-workers\/systems\/lumenize\/rpc\/)/],
];

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^(src|bench-workers)\/.*\.(ts|astro)$/.test(file));

/** The TypeScript of a file: of an Astro component its front matter and its scripts. */
function script(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.astro')) return text;
  const front = /^---\n(.*?)\n---/s.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script(?![^>]*is:inline)[^>]*>(.*?)<\/script>/gs)];
  return [front, ...scripts.map(([, body]) => body)].join('\n');
}

/** What a file imports, types included: paths of the repository, or names of packages. */
function readImports(file: string): string[] {
  const text = script(file);
  const folder = posix.dirname(file);
  const named = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => {
    const path = fileName.replace(/\?.*$/, '');
    return path.startsWith('.') ? posix.join(folder, path) : path;
  });
  // A path with variables may mean any file that fits.
  const templates = [...text.matchAll(/\bimport\(`([^`]+)`\)/g)];
  const globs = templates.map(([, path = '']) =>
    posix.join(folder, path.replace(/\$\{\w+\}/g, '*')),
  );
  const meant = own.filter((each) => globs.some((glob) => posix.matchesGlob(each, glob)));
  return [...named, ...meant.filter((each) => each !== file)];
}
const own = files.filter((file) => !APART.test(file));
const imports = new Map(files.map((file) => [file, readImports(file)]));

function roomOf(file: string): string | undefined {
  return ROOMS.flat().find((room) => file.startsWith(`${room}/`));
}

const isOurs = (target: string) => /^(src|bench-workers)\//.test(target);

/** Why a file may not import another; undefined when it may. */
function objection(file: string, target: string): string | undefined {
  if (STYLES.test(target) || !isOurs(target)) return undefined;
  if (APART.test(target)) return 'it stands apart';
  const [from, to] = [roomOf(file), roomOf(target)];
  if (from === undefined || to === undefined) return 'a room that is not listed';
  if (HALVES.some(([of, never]) => of.test(file) && never.test(target))) return 'the other half';
  if (from === to) return insideObjection(file, target);
  const level = (room: string) => ROOMS.findIndex((rooms) => rooms.includes(room));
  if (level(to) >= level(from) && ALSO[from] !== to) return 'upwards';
  if (NEVER[from]?.includes(to) === true) return 'never there';
  return to === 'src/harness' ? insideObjection(file, target) : undefined;
}

/** The harness is entered by its doors, and its rooms are in an order too. */
function insideObjection(file: string, target: string): string | undefined {
  const inside = (path: string) => /^src\/harness\/([^/]+)\//.exec(path)?.[1];
  const [from, to] = [inside(file), inside(target)];
  if (to === undefined || from === to) return undefined;
  if (!target.endsWith('/index.ts')) return 'past the door';
  return from !== undefined && INSIDE.indexOf(to) > INSIDE.indexOf(from) ? 'upwards' : undefined;
}

describe('imports', () => {
  it.each(own)('of %s go one way', (file) => {
    expect(roomOf(file), 'a room that is not listed').toBeDefined();
    const objections = (imports.get(file) ?? []).flatMap((target) => {
      const why = objection(file, target);
      return why === undefined ? [] : [`${target}: ${why}`];
    });
    expect(objections).toEqual([]);
  });

  it('name no package that the room must not know', () => {
    const named = own.flatMap((file) => {
      const may = PACKAGES.find(([of]) => of.test(file))?.[1];
      const packages = (imports.get(file) ?? []).filter(
        (each) => !/^(src|bench-workers|node_modules|package\.json)\b/.test(each),
      );
      return may === undefined
        ? []
        : packages.filter((each) => !may.test(each)).map((each) => `${file}: ${each}`);
    });
    expect(named).toEqual([]);
  });

  it('go in no circle', () => {
    expect(circlesIn(imports)).toEqual([]);
  });
});

/** Files that import each other, directly or through others; each circle once, in its order. */
function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file]);
    if (done.has(file) || path.includes(file)) return;
    for (const target of graph.get(file) ?? [])
      if (graph.has(target)) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return circles;
}

describe('the check', () => {
  it('sees what a file imports, types, scripts of components and paths with variables too', () => {
    expect(imports.get('bench-workers/systems/capnweb/client.ts')).toContain('capnweb');
    expect(imports.get('bench-workers/clients.ts')).toEqual(
      expect.arrayContaining(systems.map(({ id }) => `bench-workers/systems/${id}/client.ts`)),
    );
    expect(imports.get('src/harness/run/index.ts')).toContain('src/harness/run/run.ts');
  });

  it.each([
    ['src/harness/plan/plan.ts', 'src/report/words.ts', 'upwards'],
    ['src/harness/record/record.ts', 'src/harness/plan/index.ts', 'upwards'],
    ['src/report/words.ts', 'src/harness/plan/plan.ts', 'past the door'],
    ['src/figures/ratios.ts', 'src/network/model.ts', 'upwards'],
    ['src/studies/index.ts', 'bench-workers/registry.ts', undefined],
    ['bench-workers/registry.ts', 'src/studies/index.ts', 'upwards'],
    ['src/islands/dom.ts', 'src/tables/view.ts', 'never there'],
    ['src/pages/index.astro', 'src/new-room/a.ts', 'a room that is not listed'],
    ['src/cli/start/index.ts', 'src/testing/site.ts', 'it stands apart'],
    ['bench-workers/systems/a/client.ts', 'bench-workers/systems/a/server.ts', 'the other half'],
    ['bench-workers/between/client.ts', 'bench-workers/between/ways/rpc.ts', 'the other half'],
    ['bench-workers/between/caller.ts', 'bench-workers/between/client.ts', 'the other half'],
    ['bench-workers/between/client.ts', 'bench-workers/between/protocol.ts', undefined],
    ['src/components/Figure.astro', 'src/styles/figures.css', undefined],
  ])('lets %s import %s: %s', (file, target, why) => {
    expect(objection(file, target)).toBe(why);
  });

  it('finds a circle through several files', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a']],
      ['d', ['a']],
    ]);
    expect(circlesIn(graph)).toEqual([['a', 'b', 'c', 'a']]);
  });
});

describe('the core', () => {
  it.each(own.filter((file) => file.startsWith('src/harness/')))(
    '%s uses no global of a runtime',
    (file) => {
      const text = script(file).replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, '');
      const globals =
        /(?<![.\w])(document|window|process|Deno|Bun|localStorage|navigator|setTimeout|setInterval|performance|Date\.now|Math\.random|crypto)\b/;
      expect(globals.exec(text)?.[0]).toBeUndefined();
    },
  );
});
