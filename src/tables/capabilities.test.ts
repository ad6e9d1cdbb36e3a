import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allGroups } from '../probes/cli/groups.ts';
import { fileOf } from '../probes/probe.ts';
import { systemIds } from '../probes/kit/kit.ts';
import { capabilities } from './capabilities.ts';
import { readProbeCode } from './code.ts';

const text = `
const floor = { 'raw-websocket': refuse };

/** Shared by all. */
function refuse() {
  return 1;
}

export const group = {
  probes: [
    {
      id: 'one',
      question: 'Is it?',
      run: (kit) => {
        return kit;
      },
      own: { capnweb: other, ...floor },
    },
  ],
};
`;

describe('the code of a probe', () => {
  const code = readProbeCode('one.ts', text);

  it('is what all systems share, without the indentation of its place', () => {
    expect(code.of('one', 'lumenize')).toBe('run: (kit) => {\n  return kit;\n}');
  });

  it('is a system’s own where it has some, also from a constant', () => {
    expect(code.of('one', 'capnweb')).toBe('capnweb: other');
    expect(code.of('one', 'raw-websocket')).toBe("'raw-websocket': refuse");
  });

  it('names what is missing', () => {
    expect(() => code.of('two', 'kkrpc')).toThrow('one.ts: got no code of two for kkrpc');
  });

  it('comes with what the file shares', () => {
    expect(code.shared).toContain('/** Shared by all. */\nfunction refuse()');
    expect(code.shared).not.toContain('export const group');
  });

  it.each(allGroups)('is found for every probe of $id', (group) => {
    const file = fileOf(group);
    const real = readProbeCode(file, readFileSync(file, 'utf8'));
    for (const { id } of group.probes) {
      for (const system of systemIds) expect(real.of(id, system)).not.toBe('');
    }
  });
});

describe('the matrix', () => {
  const { groups, names, pair, probes, differ } = capabilities();

  it('has every question once, in the order of the groups', () => {
    const ids = allGroups.flatMap((group) => group.probes.map(({ id }) => id));
    expect(probes.map(({ id }) => id)).toEqual(ids);
    expect(probes.map(({ order }) => order)).toEqual(ids.map((_, place) => place));
    expect(groups.flatMap((group) => group.probes)).toHaveLength(ids.length);
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
