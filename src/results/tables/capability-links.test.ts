import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allProbes, subjects } from '../../matrix/questions/groups.ts';
import { hiddenQuestions } from '../../matrix/features.ts';
import { readRecorded, RECORDED } from '../../matrix/questions/recorded.ts';

const hidden = hiddenQuestions(readRecorded(readFileSync(RECORDED, 'utf8')));
const ids = new Set([
  ...subjects.map(({ id }) => `group-${id}`),
  ...allProbes.flatMap(({ id }) => (hidden.has(id) ? [] : [id, `probe-${id}`])),
]);
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

  it.each(links)(
    '$anchor in $file leads to a question that is shown, or its subject',
    ({ anchor }) => {
      expect(ids).toContain(anchor);
    },
  );
});
