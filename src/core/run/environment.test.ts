import { describe, expect, it } from 'vitest';
import { clockStepUs, describeEnvironment, readAbout } from './environment.ts';

const about = { setting: 'deployed', commit: 'abc', dirty: false, colo: 'AMS', systems: [] };

describe('what the bench says of itself', () => {
  it('is read as it stands', () => {
    expect(readAbout(about)).toEqual(about);
  });

  it('has no data centre but on Cloudflare, whatever a development server says', () => {
    expect(readAbout({ ...about, setting: 'wrangler-dev' }).colo).toBeNull();
    expect(readAbout({ ...about, setting: 'preview' }).colo).toBe('AMS');
  });

  it.each([null, {}, { setting: 'my laptop' }])('is refused as %j', (value) => {
    expect(() => readAbout(value)).toThrow('expected one of workerd, wrangler-dev');
  });
});

it('has the conditions of arms, those of the reference for the A/A control too', () => {
  const environmentWith = (...conditions: Array<{ validation?: true } | undefined>) =>
    describeEnvironment(
      'http://localhost',
      readAbout(about),
      { runtime: 'Node 24', now: () => performance.now() },
      ['a', 'b', 'c'].map((id, at) => ({
        ...{ id, label: id, accept: 'in-memory' },
        ...(conditions[at] && { conditions: conditions[at] }),
      })),
      'a',
    );
  const own = { validation: true } as const;
  expect(environmentWith(own, own).conditions).toEqual({ a: own, twin: own, b: own });
  expect(environmentWith(undefined, own).conditions).toEqual({ b: own });
  expect(environmentWith()).not.toHaveProperty('conditions');
  expect(environmentWith().accept).toMatchObject({ c: 'in-memory', twin: 'in-memory' });
});

describe('the step of a clock', () => {
  it.each([
    [0.005, 5],
    [0.1, 100],
    [1, 1000],
  ])('of %d ms is found as %d µs', (stepMs, expected) => {
    let readings = 0;
    const now = () => Math.floor((readings += 1) / 7) * stepMs;
    expect(clockStepUs(now)).toBe(expected);
  });

  it('is found where the clock can be read millions of times within it', () => {
    let readings = 0;
    expect(clockStepUs(() => Math.floor((readings += 1) / 6_000_000) * 100)).toBe(100_000);
  });

  it('of a clock that stands still is an error', () => {
    expect(() => clockStepUs(() => 3)).toThrow('still at 3 ms');
  });
});
