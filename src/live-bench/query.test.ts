import { expect, it } from 'vitest';
import { type Asked, labAddress, planAddress, readQuery } from './query.ts';

const asked: Asked = {
  study: 'streams',
  workloads: ['down-small', 'echo-2500x8'],
  arms: ['a/in-memory', 'outside:mine/b'],
  length: { rule: 'time', budgetMs: 25_000 },
  seed: 7,
  origin: 'http://localhost:8788',
  unlimited: true,
};

it.each<Asked>([
  asked,
  { study: 'streams', length: { rule: 'fixed', rounds: 3 } },
  { length: { rule: 'until-decided' }, arms: [] },
  {},
])('reads what it wrote: %j', (choices) => {
  expect(readQuery(new URL(labAddress(choices), 'http://x').search)).toEqual(choices);
});

it('writes an address that can be read aloud', () => {
  expect(labAddress(asked)).toBe(
    '/lab/?study=streams&workloads=down-small,echo-2500x8&arms=a/in-memory,outside:mine/b' +
      '&length=25s&seed=7&origin=http://localhost:8788&limit=none',
  );
});

it('repeats a run with its seed, and names its bench only where it is another', () => {
  const run = {
    ...{ study: 'streams', seed: 7, environment: { origin: 'https://own.example' } },
    plan: { workloads: ['w'], arms: ['a', 'b'], rule: 'fixed', rounds: 4 } as const,
  };
  expect(planAddress(run as never, 'https://own.example')).toBe(
    '/lab/?study=streams&workloads=w&arms=a,b&rounds=4&seed=7&limit=none',
  );
  expect(planAddress(run as never, '')).toContain('&origin=https://own.');
});

it.each([
  ['?workload=mixed', 'address: got "workload=mixed", expected one of study=…'],
  ['?seed=-1', 'seed: got "-1", expected a whole number from 0 to 4294967295'],
  ['?seed=7&origin=http://x.example', 'origin: got "http://x.example", expected one such as'],
  ['?length=long', 'length: got "long", expected a whole number from 1'],
  ['?length=10s&rounds=4', 'rounds: got "4" with the length 10s, expected one of the two'],
  ['?limit=all', 'limit: got "all", expected none'],
])('refuses %s', (search, message) => {
  expect(() => readQuery(search)).toThrow(message);
});
