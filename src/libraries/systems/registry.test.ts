/** Things that a system needs outside of its folder, and that nothing else keeps in step. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { allSystems, probedSystems, systems } from './index.ts';

interface Group {
  patterns: string[];
  'exclude-patterns'?: string[];
}
interface Dependabot {
  updates: Array<{ 'package-ecosystem': string; groups: Record<string, Group> }>;
}

const dependabot = parse(readFileSync('.github/dependabot.yml', 'utf8')) as Dependabot;
const groups = dependabot.updates.find((each) => each['package-ecosystem'] === 'npm')?.groups ?? {};

/** True if a pattern, whose star stands for anything, is of a package. */
const isOf = (name: string) => (pattern: string) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;

describe.each(systems)('$id', (system) => {
  it('is probed over one of its arms, if at all', () => {
    const names = system.arms.map(({ name }) => name);
    expect([undefined, ...names]).toContain(system.probed);
  });

  it('is watched for new versions of its packages, one by one', () => {
    for (const name of Object.keys(system.versions ?? {})) {
      const found = Object.entries(groups).filter(
        ([, { patterns, 'exclude-patterns': excluded = [] }]) =>
          patterns.some(isOf(name)) && !excluded.some(isOf(name)),
      );
      expect([name, found.map(([group]) => group)]).toEqual([name, ['libraries']]);
    }
  });
});

describe('each folder', () => {
  const folders = readdirSync('src/libraries/systems', { withFileTypes: true }).flatMap((each) =>
    each.isDirectory() ? [each.name] : [],
  );
  const having = (file: string) =>
    folders.filter((id) => readdirSync(`src/libraries/systems/${id}`).includes(file)).toSorted();

  it('is in the list of systems', () => {
    expect(allSystems.map(({ id }) => id)).toEqual(expect.arrayContaining(folders));
  });

  // Also those whose package is not installed.
  const served = allSystems.filter((each) => 'arms' in each || each.needs).map(({ id }) => id);
  it.each([
    ['client.ts', served],
    ['server.ts', served],
    ['process.ts', allSystems.flatMap(({ id, processes }) => (processes ? [id] : []))],
    ['grpc.ts', allSystems.flatMap(({ id, grpc }) => (grpc?.runsIn === 'node' ? [id] : []))],
    ['questions.ts', probedSystems],
    ['window.ts', allSystems.flatMap(({ id, window }) => (window ? [id] : []))],
  ])('has %s where its system.ts says so', (file, ids) => {
    expect(having(file)).toEqual(ids.toSorted());
  });
});
