import { expect, it } from 'vitest';
import { allSystems } from '../systems/index.ts';
import { studies } from '../studies/index.ts';
import { capital } from './words.ts';

/** Words of this site that begin a label, and are no names. */
const words = /^(?:fetch) /;

it.each(
  [...allSystems, ...studies.flatMap(({ arms }) => arms)]
    .map(({ label }) => label)
    .filter((label) => /^[a-z]/.test(label) && !words.test(label)),
)('a sentence may begin with the name %s as its authors write it', (label) => {
  expect(capital(`${label} takes longer`)).toBe(`${label} takes longer`);
});

it('begins with a capital otherwise', () => {
  expect(capital('made at once, they differ')).toBe('Made at once, they differ');
});
