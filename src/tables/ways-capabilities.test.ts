import { describe, expect, it } from 'vitest';
import { ways as listed } from '../places/objects/list.ts';
import { allProbes } from '../probes/groups.ts';
import { askedIn } from '../systems/index.ts';
import { betweenCapabilities, type ShownProbe, windowCapabilities } from './capabilities.ts';
import { readCode } from './code.ts';

const between = betweenCapabilities();
const LIBRARIES = 'antfu-collective\\/birpc|GoogleChromeLabs\\/comlink|cloudflare\\/capnweb';

describe.each([
  {
    of: 'ways between objects',
    ...{ asked: between, all: allProbes('objects'), ids: askedIn.objects },
    ...{ begin: /^between-/, opens: /^export const probed: ObjectProbed\b/m },
    cites: /^https:\/\/developers\.cloudflare\.com\//,
  },
  {
    of: 'calls between windows and workers',
    ...{ asked: windowCapabilities(), all: allProbes('windows'), ids: askedIn.windows },
    ...{ begin: /^windows-/, opens: /^export const probed: WindowProbed\b/m },
    cites: new RegExp(`^https://(developer\\.mozilla\\.org|github\\.com/(${LIBRARIES}))\\b`),
  },
])('the matrix of $of', ({ asked, all, ids, begin, opens, cites }) => {
  const probes = asked.groups.flatMap((group): ShownProbe[] => group.probes);

  it('has every question once, with an answer of each way and the code that found it', () => {
    expect(probes.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
    for (const { cells, codes } of probes) {
      expect(cells.map(({ system }) => system)).toEqual(ids);
      expect(codes.flatMap(({ systems }) => systems).toSorted()).toEqual(ids.toSorted());
      for (const { code } of codes) expect(code).not.toBe('');
    }
  });

  it('begins every question’s id apart from those of other matrices', () => {
    for (const { id } of all) expect(id).toMatch(begin);
  });

  it('counts the questions on which the ways differ', () => {
    const differ = probes.filter(({ cells }) =>
      cells.some(({ result }) => result !== cells[0]?.result),
    );
    expect(asked.finding).toContain(`${differ.length} come out differently`);
  });

  it('shows how each way is opened', () => {
    for (const { file } of asked.ways) expect(readCode(file)).toMatch(opens);
  });

  it('cites the documentation of what is asked, once for a question', () => {
    for (const { documented } of all) {
      if (documented !== undefined) expect(documented.href).toMatch(cites);
    }
  });
});

it('asks ways between objects that the study measures', () => {
  const measured = listed.map(({ system }) => system);
  for (const { id } of between.ways) expect(measured).toContain(id);
});
