import { expect, it } from 'vitest';
import { labAddress, planAddress } from './query.ts';

it('writes an address that can be read aloud', () => {
  expect(
    labAddress({
      study: 'streams',
      workloads: ['down-small', 'echo-2500x8'],
      arms: ['a/in-memory', 'outside:mine/b'],
      length: { rule: 'time', budgetMs: 25_000 },
      seed: 7,
      origin: 'http://localhost:8788',
    }),
  ).toBe(
    '/lab/?study=streams&workloads=down-small,echo-2500x8&arms=a/in-memory,outside:mine/b' +
      '&length=25s&seed=7&origin=http://localhost:8788',
  );
});

it('repeats a run with its seed, and names its bench only where it is another', () => {
  const run = {
    study: 'streams',
    seed: 7,
    environment: { origin: 'https://own.example' },
    plan: { workloads: ['w'], arms: ['a', 'b'], rule: 'fixed', rounds: 4 } as const,
  };
  expect(planAddress(run as never, 'https://own.example')).toBe(
    '/lab/?study=streams&workloads=w&arms=a,b&rounds=4&seed=7',
  );
  expect(planAddress(run as never, '')).toContain('&origin=https://own.');
});
