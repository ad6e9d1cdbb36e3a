import { describe, expect, it } from 'vitest';
import { allProbes, features } from '../probes/groups.ts';
import { probedSystems } from '../systems/index.ts';
import { capabilities } from './capabilities.ts';
import { readProbeCode, readSystemCode } from './code.ts';

const text = `
/** Shared by all. */
function refuse() {
  return other();
}

const other = () => 1;

const unused = 2;

export const subject = {
  questions: [
    {
      id: 'one',
      question: 'Is it?',
      passes: 'It is.',
      run: (kit) => {
        return refuse(kit);
      },
    },
  ],
};
`;

const system = `
export const probed = {
  skipped: [
    { probes: ['two', 'group'], why: 'It has none.' },
  ],
  own: {
    one: refuse,
  },
};
`;

describe('the code of a probe', () => {
  const code = readProbeCode('one.ts', text);
  const own = readSystemCode('probe-client.ts', system);
  const RUN = 'run: (kit) => {\n  return refuse(kit);\n}';

  it('is what all systems share, without the indentation of its own', () => {
    expect(code.of('one')).toBe(RUN);
    expect(code.of('two')).toBeUndefined();
  });

  it('is a system’s own where it has some, or its reason to have none', () => {
    const skipped = "{ probes: ['two', 'group'], why: 'It has none.' }";
    expect(own.of({ id: 'one', group: 'other' })).toBe('one: refuse');
    expect(own.of({ id: 'two', group: 'other' })).toBe(skipped);
    expect(own.of({ id: 'three', group: 'group' })).toBe(skipped);
    expect(own.of({ id: 'three', group: 'other' })).toBeUndefined();
  });

  it('comes with what it uses of its file, and with what that uses', () => {
    const shared = code.sharedBy([RUN]);
    expect(shared).toContain('/** Shared by all. */\nfunction refuse()');
    expect(shared).toContain('const other = () => 1;');
    expect(shared).not.toContain('unused');
  });
});

describe('the matrix', () => {
  const { differing, finding, own, probes, systems } = capabilities();
  const resultOf = (probe: string, system: string) =>
    probes.find(({ id }) => id === probe)?.cells.find((cell) => cell.system === system)?.result;

  it('has every question once, in the order of the groups, with an answer of each system', () => {
    expect(probes.map(({ id }) => id)).toEqual(allProbes.map(({ id }) => id));
    for (const { cells } of probes) {
      expect(cells.map(({ system }) => system)).toEqual(probedSystems);
    }
  });

  it('has the code that asked, for every question and system', () => {
    for (const { codes } of probes) {
      expect(codes.flatMap(({ systems: of }) => of).toSorted()).toEqual(probedSystems.toSorted());
      for (const { code } of codes) expect(code).not.toBe('');
    }
  });

  it('counts the questions on which systems differ', () => {
    const differ = probes.filter(({ cells }) =>
      cells.some(({ result }) => result !== cells[0]?.result),
    );
    expect(differing).toBe(differ.length);
    expect(finding).toContain(`${differ.length} come out differently`);
  });

  it('says of each system what it lacks of what one asks for first', () => {
    for (const { id, lacks } of systems) {
      const [lacking = '', inPart = ''] = lacks.split('; in part: ');
      for (const [probe, name] of features) {
        const result = resultOf(probe, id);
        expect([probe, id, result !== undefined]).toEqual([probe, id, true]);
        const names = (text: string) => new RegExp(`(^| )${name}($|,| and)`).test(text);
        const found = [names(lacking), names(inPart)];
        const expected = [result === 'fail' || result === 'not-applicable', result === 'partly'];
        expect([probe, id, ...found]).toEqual([probe, id, ...expected]);
      }
    }
  });

  it('sets apart what two implementations of one protocol answer differently', () => {
    expect(own.length).toBeGreaterThan(0);
    for (const { id } of probes) {
      const isOwn = resultOf(id, 'lumenize') !== resultOf(id, 'lumenize-rpc');
      expect([id, own.some((each) => each.id === id)]).toEqual([id, isOwn]);
    }
  });

  it('names whose implementation one is apart from the name', () => {
    expect(systems.find(({ id }) => id === 'lumenize')).toMatchObject({
      name: 'Lumenize protocol',
      whose: 'this site’s implementation',
    });
  });
});
