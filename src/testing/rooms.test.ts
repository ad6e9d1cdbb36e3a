/** The order of the rooms: a file imports from its own room and from those above, and no imports go in a circle. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** From top to bottom; those of one line may import each other. */
const rooms: ReadonlyArray<readonly string[]> = [
  ['src/core'],
  ['src/core/calibrate'],
  ['src/wire/service', 'src/wire/links', 'src/wire', 'bench-workers'],
  ['src/libraries/systems'],
  ['src/libraries/studies'],
  ['src/matrix/questions'],
  ['src/wire/bench-client'],
  [
    'src/results',
    'src/results/numbers',
    'src/results/tables',
    'src/results/charts',
    'src/matrix/failures',
    'src/matrix/crowds',
  ],
  ['src/journal', 'src/journal/claims', 'src/journal/collections'],
  [
    'src/site/choose',
    'src/matrix/capabilities',
    'src/site/network',
    'src/results/share',
    'src/journal/history',
    'src/site/islands',
  ],
  ['src/site/live-bench'],
  ['src/site/components', 'src/pages', 'src/site/exports', 'src/site/integrations'],
  ['src/cli'],
];

/** Imports that go upwards as yet. One that no file needs any more has to go from here. */
const exceptions: readonly string[] = [
  // A list of arms is made of the systems, and the Worker serves each.
  'src/wire → src/libraries/systems',
  'bench-workers → src/libraries/systems',
  // Tables of what the files of libraries and the calibration hold.
  'src/results/tables → src/journal/collections',
];

interface Import {
  from: string;
  to: string;
  /** Whether it is there while the code runs, and not only for its types or once it is called. */
  runs: boolean;
}

const files = globSync(['src/**/*.{ts,astro}', 'bench-workers/**/*.ts'])
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.ts$|\/testing\/|\.d\.ts$/.test(file));

/** How a library is asked stands in its folder, and belongs to the room of the questions. */
const roomOf = (file: string): string | undefined =>
  /^src\/libraries\/systems\/[^/]+\/questions/.test(file)
    ? 'src/matrix/questions'
    : rooms.flat().find((room) => file.startsWith(`${room}/`));
const placeOf = (room: string): number => rooms.findIndex((each) => each.includes(room));

/** The TypeScript of a file: of a component its front matter and its scripts. */
function codeOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.astro')) return text;
  const front = /^---\n(.*?)\n---/s.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, body]) => body);
  return [front, ...scripts].join('\n');
}

function importsOf(from: string): Import[] {
  const code = codeOf(from);
  const resolve = (name: string): string => join(dirname(from), name.replace(/\?.*$/, ''));
  const { statements } = ts.createSourceFile(from, code, ts.ScriptTarget.Latest);
  const running = new Set(statements.flatMap((statement) => runningImport(statement) ?? []));
  return ts
    .preProcessFile(code)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => ({ from, to: resolve(fileName), runs: running.has(fileName) }))
    .filter(({ to }) => existsSync(to));
}

/** The module that a statement loads as soon as its own is loaded. */
function runningImport(statement: ts.Statement): string | undefined {
  const isImport = ts.isImportDeclaration(statement);
  if (!isImport && !ts.isExportDeclaration(statement)) return undefined;
  const { moduleSpecifier: module } = statement;
  if (module === undefined || !ts.isStringLiteral(module)) return undefined;
  if (!isImport) return statement.isTypeOnly ? undefined : module.text;
  const { importClause: clause } = statement;
  const named = clause?.namedBindings;
  const areTypes =
    clause?.name === undefined &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.every(({ isTypeOnly }) => isTypeOnly);
  return clause?.phaseModifier === ts.SyntaxKind.TypeKeyword || areTypes ? undefined : module.text;
}

const imports = files.flatMap(importsOf);

it('each room imports from itself and from the rooms above it', () => {
  const upwards = imports.flatMap(({ from, to }) => {
    const [room, other] = [roomOf(from), roomOf(to)];
    if (room === undefined || other === undefined || placeOf(other) <= placeOf(room)) return [];
    return [{ pair: `${room} → ${other}`, line: `${from} imports ${to}` }];
  });
  const known = new Set(exceptions);
  expect(upwards.filter(({ pair }) => !known.has(pair)).map(({ line }) => line)).toEqual([]);
  const needed = new Set(upwards.map(({ pair }) => pair));
  expect(exceptions.filter((pair) => !needed.has(pair))).toEqual([]);
});

it('no imports go in a circle', () => {
  const next = Map.groupBy(
    imports.filter(({ runs }) => runs),
    ({ from }) => from,
  );
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const begins = path.indexOf(file);
    if (begins >= 0) circles.push([...path.slice(begins), file].join(' → '));
    if (begins >= 0 || done.has(file)) return;
    for (const { to } of next.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});
