import { describe, expect, it } from 'vitest';
import { clockStepUs, describeEnvironment, readAbout } from './environment.ts';

const about = { setting: 'deployed', commit: 'abc', dirty: false, colo: 'AMS', systems: [] };

// A development server makes up its data centre.
it.each([
  ['deployed', 'AMS'],
  ['preview', 'AMS'],
  ['wrangler-dev', null],
])('the answer of the bench is read: %s in %s', (setting, colo) => {
  expect(readAbout({ ...about, setting })).toEqual({ ...about, setting, colo });
});

it.each([null, {}, { setting: 'my laptop' }])('the answer of the bench %j is refused', (value) => {
  expect(() => readAbout(value)).toThrow('expected one of workerd, wrangler-dev');
});

it('the A/A control has the conditions of the reference', () => {
  const own = { validation: true } as const;
  const client = { runtime: 'Node 24', clockStepUs: 1 };
  const environmentWith = (...conditions: Array<typeof own | undefined>) => {
    const arms = ['a', 'b', 'c'].map((id, at) => {
      const arm = { id, label: id, accept: 'in-memory' as const };
      return conditions[at] ? { ...arm, conditions: conditions[at] } : arm;
    });
    return describeEnvironment('http://localhost', readAbout(about), client, arms, 'a');
  };
  expect(environmentWith(own, own).conditions).toEqual({ a: own, control: own, b: own });
  expect(environmentWith(undefined, own).conditions).toEqual({ b: own });
  expect(environmentWith().conditions).toBeUndefined();
  expect(environmentWith().accept).toMatchObject({ c: 'in-memory', control: 'in-memory' });
});

describe('the step of a clock', () => {
  it.each([
    [0.005, 7, 5],
    [0.1, 7, 100],
    [1, 7, 1000],
    [100, 6_000_000, 100_000],
  ])('of %d ms, which %d readings see, is found as %d µs', (stepMs, reads, expected) => {
    let readings = 0;
    expect(clockStepUs(() => Math.floor((readings += 1) / reads) * stepMs)).toBe(expected);
  });

  it('of a clock that stands still is an error', () => {
    expect(() => clockStepUs(() => 3)).toThrow('still at 3 ms');
  });
});
