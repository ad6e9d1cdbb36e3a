import { describe, expect, it } from 'vitest';
import { findStudy } from '../studies/index.ts';
import { study } from '../studies/lumenize-vs-capnweb/study.ts';
import {
  namedDeclarations,
  servedSources,
  systemSources,
  workloadCode,
  workloadGroups,
  workloadSource,
} from './code.ts';

const text = `
const call = () => 1;
const unused = 2;
function repeat(times) {
  return call;
}
export const all = [
  made({
    id: 'one',
    operations: repeat(3),
  }),
];
`;

describe('the code of a workload', () => {
  it('is the element of the list that has its id', () => {
    const code = workloadCode('a.ts', text, 'one');
    expect(code).toBe("made({\n  id: 'one',\n  operations: repeat(3),\n})");
    expect(workloadCode('a.ts', text, 'two')).toBeUndefined();
  });

  it('comes with what it names, and what that names', () => {
    expect(namedDeclarations('a.ts', text, 'operations: repeat(3)')).toEqual([
      'const call = () => 1;',
      'function repeat(times) {\n  return call;\n}',
    ]);
  });

  it('comes without the list that it stands in, whatever names that', () => {
    const code = workloadCode('a.ts', text, 'one') ?? '';
    const declarations = namedDeclarations('a.ts', text, code);
    expect(declarations.join()).not.toContain('export const all');
    expect(
      namedDeclarations('a.ts', text.replace("'one'", "'all'"), code.replace("'one'", "'all'")),
    ).toHaveLength(2);
  });

  it.each(study.workloads.map(({ id }) => id))('is found for %s', (id) => {
    const { file, code } = workloadSource(study.id, id);
    expect(file).toMatch(/^src\/studies\/lumenize-vs-capnweb\//);
    expect(code.length).toBeGreaterThan(20);
  });

  it.each([
    ['echo', 'src/places/peers/workloads.ts', "id: 'echo'"],
    ['burst-100', 'src/places/peers/workloads.ts', 'id: `burst-${calls}`'],
    ['handshake', 'src/places/processes/workloads.ts', "id: 'handshake'"],
  ])('is found for %s of processes where it is made', (id, file, code) => {
    const found = workloadSource('kkrpc-transports', id);
    expect(found.file).toBe(file);
    expect(found.code).toContain(code);
  });

  it('names a workload that nobody defines', () => {
    expect(() => workloadSource(study.id, 'nothing')).toThrow('got no workload "nothing"');
  });
});

describe('the code of a system', () => {
  it.each([...new Set(study.arms.map(({ system }) => system))])(
    'has both halves of %s, and what stands for a part of its library',
    (system) => {
      const names = ['client.ts', 'server.ts', ...(system === 'trpc' ? ['connection.ts'] : [])];
      const files = systemSources(system).map(({ file }) => file);
      expect(files.filter((file) => !file.endsWith('window.ts'))).toEqual(
        names.map((name) => `src/systems/${system}/${name}`),
      );
    },
  );

  it('has both halves between windows and workers', () => {
    const file = 'src/systems/comlink/window.ts';
    expect(systemSources('comlink').map((each) => each.file)).toEqual([file]);
    expect(systemSources('kkrpc').map((each) => each.file)).toContain(
      'src/systems/kkrpc/window.ts',
    );
  });
});

describe('the code of a study whose arms are not served by their systems', () => {
  const between = findStudy('call-delay');

  it('is the client, the objects and each way, without tests', () => {
    const files = servedSources(between).map(({ file }) => file);
    expect(files).toContain('bench-workers/between/caller.ts');
    expect(files).toContain('bench-workers/between/ways/suspects.ts');
    expect(files.filter((file) => file.endsWith('.test.ts'))).toEqual([]);
    expect(servedSources(study)).toEqual([]);
  });

  it('has its workloads in the file that puts them together', () => {
    const groups = workloadGroups(between);
    expect(groups).toMatchObject([
      {
        file: 'src/studies/call-delay/workloads.ts',
        title: `10 calls at once, and ${between.workloads.length - 1} more`,
      },
    ]);
  });
});

describe('the workloads of a study', () => {
  it('are all there once, those of one piece of code together', () => {
    const groups = workloadGroups(study);
    const codes = groups.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    const titles = groups.map(({ title }) => title).join('; ');
    expect(titles.split('; ').toSorted()).toEqual(
      study.workloads.map(({ label }) => label).toSorted(),
    );
  });
});
