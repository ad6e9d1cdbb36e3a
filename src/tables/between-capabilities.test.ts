import { describe, expect, it } from 'vitest';
import { ways as listed } from '../places/objects/list.ts';
import { wayIds } from '../places/objects/probe.ts';
import { allProbes } from '../probes/groups.ts';
import { betweenCapabilities } from './asked.ts';
import { readCode } from './capabilities.ts';

const asked = allProbes('objects');

const { groups, ways, finding } = betweenCapabilities();
const probes = groups.flatMap((group) => group.probes);

describe('the matrix of ways between objects', () => {
  it('has every question once, with an answer of each way and the code that found it', () => {
    expect(probes.map(({ id }) => id)).toEqual(asked.map(({ id }) => id));
    for (const { cells, codes } of probes) {
      expect(cells.map(({ system }) => system)).toEqual(wayIds);
      expect(codes.flatMap(({ systems }) => systems).toSorted()).toEqual(wayIds.toSorted());
      for (const { code } of codes) expect(code).not.toBe('');
    }
  });

  it('begins every question’s id apart from those that clients ask', () => {
    for (const { id } of asked) expect(id).toMatch(/^between-/);
  });

  it('counts the questions on which the ways differ', () => {
    const differ = probes.filter(({ cells }) =>
      cells.some(({ result }) => result !== cells[0]?.result),
    );
    expect(finding).toContain(`${differ.length} come out differently`);
  });

  it('asks ways that the study measures, and shows how each is opened', () => {
    const measured = listed.map(({ system }) => system);
    for (const { id, file } of ways) {
      expect(measured).toContain(id);
      expect(readCode(file)).toMatch(/^export const probed: ObjectProbed\b/m);
    }
  });

  it('cites no more than one page for a question, and that of the platform', () => {
    for (const { documented } of asked) {
      if (documented === undefined) continue;
      expect(new URL(documented.href).host).toBe('developers.cloudflare.com');
    }
  });
});
