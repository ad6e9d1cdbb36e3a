import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allProbes } from '../probes/groups.ts';

const ids = new Set(allProbes.map(({ id }) => `probe-${id}`));
const links = globSync('content/**/*.mdx').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/\/capabilities\/#([\w-]+)/g)].map(([, anchor = '']) => ({
    file,
    anchor,
  })),
);

describe('links to the capability matrix', () => {
  it('are there: the study’s open questions lead to what answers them', () => {
    expect(links.length).toBeGreaterThanOrEqual(10);
  });

  it.each(links)('$anchor in $file leads to a probe', ({ anchor }) => {
    expect(ids).toContain(anchor);
  });
});
