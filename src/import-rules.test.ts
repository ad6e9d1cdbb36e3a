/** Imports go one way, from a room to those above it in this list, and never in a circle. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

/** Folders under src, or at the top. CONTRIBUTING.md says what each has. */
const ROOMS = `
  systems/lumenize/rpc
  harness/record harness/plan harness/statistics harness/run harness/simulate
  places bench-workers systems studies figures claims network probes report share history
  bench-client islands collections journal tables live-bench exports components integrations pages cli
`
  .trim()
  .split(/\s+/);
/** Rooms that may import one below them. */
const ALSO: ReadonlyArray<readonly [room: string, from: string]> = [
  // Each loads what a system has for it, by the system’s id.
  ['places', 'systems'],
  ['bench-workers', 'systems'],
];
/** Tests, and what only they use, may import anything; nothing else may import them. Astro’s own files may too. */
const TESTS = /\.test\.ts$|\/testing\/|^src\/(content\.config|route-data|env\.d)\.ts$/;
/** The measuring core: it names no other package, and no global of a runtime. */
const CORE = { room: /^src\/harness\//, packages: /^(zod|simple-statistics)$/ };

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /^(src|bench-workers)\/.*\.(ts|astro)$/.test(file));
const own = files.filter((file) => !TESTS.test(file));
const imports = new Map(files.map((file) => [file, readImports(file)]));

/** The TypeScript of a file: of an Astro component its front matter and its scripts. */
function script(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.astro')) return text;
  const front = /^---\n(.*?)\n---/s.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script(?![^>]*is:inline)[^>]*>(.*?)<\/script>/gs)];
  return [front, ...scripts.map(([, body]) => body)].join('\n');
}

/** The imports of a file, types included: paths of the repository, or names of packages. */
function readImports(file: string): string[] {
  const text = script(file);
  const folder = posix.dirname(file);
  const named = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => {
    const path = fileName.replace(/\?.*$/, '');
    return path.startsWith('.') ? posix.join(folder, path) : path;
  });
  // A path with variables may mean any file that fits.
  const globs = [...text.matchAll(/\bimport\(`([^`]+)`\)/g)].map(([, path = '']) =>
    posix.join(folder, path.replace(/\$\{\w+\}/g, '*')),
  );
  const meant = own.filter((each) => globs.some((glob) => posix.matchesGlob(each, glob)));
  return [...named, ...meant.filter((each) => each !== file)];
}

/** The place of a file’s room in the order; -1 where no room has it. */
function levelOf(file: string): number {
  return ROOMS.findIndex((room) => file.replace(/^src\//, '').startsWith(`${room}/`));
}

/** The reason why a file may not import another; undefined when it may. */
function objection(file: string, target: string): string | undefined {
  if (!/^(src|bench-workers)\//.test(target) || target.startsWith('src/styles/')) return undefined;
  if (TESTS.test(target)) return 'only tests may';
  const [from, to] = [levelOf(file), levelOf(target)];
  if (from < 0 || to < 0) return 'a room that is not listed';
  if (from === to) return undefined;
  if (target.startsWith('src/harness/') && !target.endsWith('/index.ts')) return 'not its index.ts';
  const also = ALSO.some(([room, other]) => ROOMS[from] === room && ROOMS[to] === other);
  return to > from && !also ? 'upwards' : undefined;
}

describe('imports', () => {
  it.each(own)('of %s go one way', (file) => {
    expect(levelOf(file), 'a room that is not listed').not.toBe(-1);
    const objections = (imports.get(file) ?? []).flatMap((target) => {
      const why = objection(file, target);
      return why === undefined ? [] : [`${target}: ${why}`];
    });
    expect(objections).toEqual([]);
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
    expect(imports.get('src/systems/capnweb/client.ts')).toContain('capnweb');
    expect(imports.get('src/places/bench/counter-arms.ts')).toContain(
      'src/systems/capnweb/client.ts',
    );
    expect(imports.get('src/harness/run/index.ts')).toContain('src/harness/run/run.ts');
  });

  it.each([
    ['src/harness/plan/plan.ts', 'src/report/words.ts', 'upwards'],
    ['src/harness/record/record.ts', 'src/harness/plan/index.ts', 'upwards'],
    ['src/report/words.ts', 'src/harness/plan/plan.ts', 'not its index.ts'],
    ['src/studies/index.ts', 'src/systems/index.ts', undefined],
    ['src/systems/index.ts', 'src/studies/index.ts', 'upwards'],
    ['bench-workers/worker.ts', 'src/systems/index.ts', undefined],
    ['src/islands/dom.ts', 'src/tables/view.ts', 'upwards'],
    ['src/pages/index.astro', 'src/new-room/a.ts', 'a room that is not listed'],
    ['src/cli/start/index.ts', 'src/testing/site.ts', 'only tests may'],
    ['src/systems/lumenize/rpc/client.ts', 'src/systems/lumenize/client.ts', 'upwards'],
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
  it.each(own.filter((file) => CORE.room.test(file)))('%s knows no runtime', (file) => {
    const text = script(file).replace(/\/\*.*?\*\/|\/\/[^\n]*/gs, '');
    const globals =
      /(?<![.\w])(document|window|process|Deno|Bun|localStorage|navigator|setTimeout|setInterval|performance|Date\.now|Math\.random|crypto)\b/;
    expect(globals.exec(text)?.[0]).toBeUndefined();
    const packages = (imports.get(file) ?? []).filter((each) => !each.startsWith('src/'));
    expect(packages.filter((each) => !CORE.packages.test(each))).toEqual([]);
  });
});
