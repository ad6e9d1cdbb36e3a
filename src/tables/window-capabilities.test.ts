import { describe, expect, it } from 'vitest';
import { speakers } from '../places/windows/channel.ts';
import { allProbes } from '../probes/groups.ts';
import { readCode } from './capabilities.ts';
import { windowCapabilities } from './asked.ts';

const asked = allProbes('windows');

const { groups, ways, finding } = windowCapabilities();
const probes = groups.flatMap((group) => group.probes);

describe('the matrix of calls between windows and workers', () => {
  it('has every question once, with an answer of each system and the code that found it', () => {
    expect(probes.map(({ id }) => id)).toEqual(asked.map(({ id }) => id));
    for (const { cells, codes } of probes) {
      expect(cells.map(({ system }) => system)).toEqual(speakers);
      expect(codes.flatMap(({ systems }) => systems).toSorted()).toEqual(speakers.toSorted());
      for (const { code } of codes) expect(code).not.toBe('');
    }
  });

  it('begins every question’s id apart from those that are asked elsewhere', () => {
    for (const { id } of asked) expect(id).toMatch(/^windows-/);
  });

  it('counts the questions on which the systems differ', () => {
    const differ = probes.filter(({ cells }) =>
      cells.some(({ result }) => result !== cells[0]?.result),
    );
    expect(finding).toContain(`${differ.length} come out differently`);
  });

  it('shows both halves of each system', () => {
    for (const { file } of ways) {
      expect(readCode(file)).toMatch(/^export const probed: WindowProbed\b/m);
    }
  });

  it('cites the browser’s documentation, or that of a library that is asked', () => {
    for (const { documented } of asked) {
      if (documented === undefined) continue;
      expect(documented.href).toMatch(
        /^https:\/\/(developer\.mozilla\.org|github\.com\/(antfu-collective\/birpc|GoogleChromeLabs\/comlink|cloudflare\/capnweb))\b/,
      );
    }
  });
});
