import { describe, expect, it } from 'vitest';
import { allProbes, features } from '../probes/groups.ts';
import { probedSystems } from '../systems/index.ts';
import { capabilities } from './capabilities.ts';

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
      fullName: 'Lumenize protocol, this site’s implementation',
    });
  });
});
