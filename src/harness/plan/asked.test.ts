import { expect, it } from 'vitest';
import { asAsked } from './asked.ts';
import { makePlan } from './plan.ts';
import type { Study } from './study.ts';

const arm = (id: string) => ({
  ...{ id, label: id, system: id },
  load: () => Promise.reject(new Error('this study is never run')),
});

const study: Study<unknown> = {
  id: 'one-vs-other',
  title: 'One against the other',
  question: 'Which takes longer?',
  arms: [arm('raw/in-memory'), arm('one/in-memory'), arm('other/in-memory')],
  baseline: 'raw/in-memory',
  reference: 'other/in-memory',
  subjects: ['one/in-memory'],
  margin: 0.05,
  deadlineMs: 1000,
  workloads: [
    {
      id: 'work',
      label: 'Four calls in a row',
      question: 'How long does a call take?',
      operation: () => () => Promise.resolve(),
      wrong: () => undefined,
      check: () => Promise.resolve(undefined),
    },
  ],
};

const asked = { reference: 'one/in-memory', subjects: ['other/in-memory', 'raw/in-memory'] };

it('has a study compare what a run asks for, and leaves it alone where that is its own', () => {
  expect(asAsked(study, {})).toBe(study);
  expect(asAsked(study, asked)).toMatchObject(asked);
  expect(() => asAsked(study, { reference: 'none' })).toThrow(
    'arm: got "none", expected one of raw/in-memory, one/in-memory, other/in-memory',
  );
});

it('stands in the plan, in which the reference takes part', () => {
  const options = { length: { rule: 'fixed', rounds: 2 }, arms: ['other/in-memory'] } as const;
  const plan = makePlan(study, { ...options, ...asked }, 1, 1);
  expect(plan).toMatchObject(asked);
  expect(plan.arms).toEqual(['raw/in-memory', 'one/in-memory', 'other/in-memory', 'twin']);
  expect(makePlan(study, options, 1, 1)).not.toHaveProperty('subjects');
});
