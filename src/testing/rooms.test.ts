/** The order of the rooms: a file imports from its own room and from those above it, and no imports go in a circle. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

/** From top to bottom, each with the folders and files that it holds. */
const rooms: ReadonlyArray<readonly string[]> = [
  ['src/core/'],
  ['src/wire/'],
  ['bench-workers/'],
  ['src/libraries/'],
  ['src/matrix/'],
  ['src/results/'],
  ['src/journal/'],
  ['src/site/', 'src/pages/', 'src/content.config.ts', 'src/middleware.ts'],
  ['src/cli/'],
];

const files = globSync(['src/**/*.{ts,astro}', 'bench-workers/**/*.ts'])
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !/\.test\.ts$|\/testing\/|\.d\.ts$/.test(file));

/** A library’s answers to the questions stand in its folder and belong to the room of the matrix. */
const placeOf = (file: string): number =>
  /^src\/libraries\/systems\/[^/]+\/questions/.test(file)
    ? placeOf('src/matrix/')
    : rooms.findIndex((room) => room.some((start) => file.startsWith(start)));

/** The TypeScript of a file: of a component its front matter and its scripts. */
function codeOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.astro')) return text;
  const front = /^---\n(.*?)\n---/s.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, body]) => body);
  return [front, ...scripts].join('\n');
}

/** The files that a file imports, those that it imports only types of too. */
const importsOf = (from: string): string[] =>
  ts
    .preProcessFile(codeOf(from))
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => join(dirname(from), fileName.replace(/\?.*$/, '')))
    .filter((file) => existsSync(file));

const imports = new Map(files.map((file) => [file, importsOf(file)]));

it('each file is in a room, and no room is empty', () => {
  const places = new Set(files.map(placeOf));
  expect([...places].sort((one, other) => one - other)).toEqual([...rooms.keys()]);
});

it('each room imports from itself and from the rooms above it', () => {
  const upwards = [...imports].flatMap(([from, all]) =>
    all.filter((to) => placeOf(to) > placeOf(from)).map((to) => `${from} imports ${to}`),
  );
  expect(upwards).toEqual([]);
});

it('no imports go in a circle', () => {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): void => {
    const begins = path.indexOf(file);
    if (begins >= 0) circles.push([...path.slice(begins), file].join(' → '));
    if (begins >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});
