import { expect, it } from 'vitest';
import { probesOf } from './client-kit.ts';
import { allProbes, allSubjects } from './groups.ts';

it('has words and code of the same questions, in one order, and ids that begin with their subject', () => {
  expect(allProbes.map(({ id }) => id)).toEqual(probesOf(allSubjects).map(({ id }) => id));
  for (const { id, group } of allProbes) expect(id).toMatch(new RegExp(`^${group}-`));
});
