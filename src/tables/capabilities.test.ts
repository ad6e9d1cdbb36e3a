import { describe, expect, it } from 'vitest';
import { allProbes } from '../probes/groups.ts';
import { askedIn } from '../systems/index.ts';
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
      bench: { id: 'one', passes: 'It is.' },
      objects: 'between-one',
      question: 'Is it?',
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

  it('is what all systems share, in every place, without the indentation of its own', () => {
    expect(code.of('one')).toBe(RUN);
    expect(code.of('between-one')).toBe(RUN);
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
  const { groups, names, pair, probes, differ } = capabilities();

  it('has every question once, in the order of the groups', () => {
    const ids = allProbes('bench').map(({ id }) => id);
    expect(probes.map(({ id }) => id)).toEqual(ids);
    expect(probes.map(({ order }) => order)).toEqual(ids.map((_, place) => place));
    expect(groups.flatMap((group) => group.probes)).toHaveLength(ids.length);
  });

  it('has the code that asked, for every question and system', () => {
    for (const { codes } of probes) {
      expect(codes.flatMap(({ systems }) => systems).toSorted()).toEqual(askedIn.bench.toSorted());
      for (const { code } of codes) expect(code).not.toBe('');
    }
  });

  it('counts a difference of the pair where their results are not the same', () => {
    const differing = probes.filter(({ cells }) => {
      const [first, second] = pair.map((id) => cells.find(({ system }) => system === id)?.result);
      return first !== second;
    });
    expect(differing.map(({ id }) => id)).toEqual(
      probes.filter(({ side }) => side !== undefined).map(({ id }) => id),
    );
    expect(differ.pair).toBe(differing.length);
    expect(differ.all).toBeGreaterThanOrEqual(differ.pair);
  });

  it('names systems without whose implementation they are', () => {
    expect(names.join()).not.toContain('(');
  });
});
