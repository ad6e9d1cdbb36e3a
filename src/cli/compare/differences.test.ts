import { describe, expect, it } from 'vitest';
import type { Environment, MeasuredRecord } from '../../harness/record/index.ts';
import { madeUpRecord, pairs } from '../../harness/testing/fixture.ts';
import { differencesBetween, forbidden } from './records.ts';

const made = madeUpRecord({ arms: ['a', 'twin'], rounds: 2, block: () => [1, 2] });
const where = (environment: Partial<Environment>): MeasuredRecord => ({
  ...made,
  environment: { ...made.environment, ...environment },
});

describe('differences', () => {
  it('are none between a record and itself, nor for another seed or origin', () => {
    expect(differencesBetween(made, made)).toEqual([]);
    expect(differencesBetween(made, { ...where({ origin: 'http://x' }), seed: 9 })).toEqual([]);
  });

  it.each([
    [{ ...made, study: 'other' }, 'study: got made-up and other, expected the same'],
    [
      where({ setting: 'deployed' }),
      'got workerd and deployed, expected the same; --across-settings',
    ],
    [
      where({ runtime: 'Chromium 156' }),
      'got Node 24 and Chromium 156, expected the same; --across-machines',
    ],
    [where({ cpuCount: 8 }), 'environment.cpuCount: got nothing and 8'],
    [where({ platform: 'darwin arm64' }), 'environment.platform: got nothing and darwin arm64'],
    [
      where({ network: { roundTripMs: 25, jitterMs: 2 } }),
      'environment.network: got nothing and 25ms,2ms, expected the same',
    ],
    [
      where({ generator: 'grpc-js' }),
      'environment.generator: got nothing and grpc-js, expected the same',
    ],
    [
      where({ pinned: { client: [0], servers: [1, 2] } }),
      'environment.pinned: got nothing and 0 and 1+2',
    ],
    [where({ colo: 'FRA' }), 'environment.colo: got nothing and FRA'],
  ])('forbid to compare: %#', (other, sentence) => {
    expect(forbidden(differencesBetween(made, other), []).join()).toContain(sentence);
  });

  it('tell other files of a contestant from outside, and forbid nothing', () => {
    const other = where({ outside: [{ ...pairs, digest: 'b2'.repeat(32) }] });
    expect(differencesBetween(where({ outside: [pairs] }), other)).toEqual([
      {
        ...{ field: 'environment.outside', forbids: 'never' },
        ...{ first: 'pairs a1a1a1a1a1a1', second: 'pairs b2b2b2b2b2b2' },
      },
    ]);
  });

  it('are allowed by the flag that names them, and by no other', () => {
    const settings = differencesBetween(made, where({ setting: 'wrangler-dev' }));
    expect(forbidden(settings, ['across-machines'])).toHaveLength(1);
    expect(forbidden(settings, ['across-settings'])).toEqual([]);
    const near = where({ network: { roundTripMs: 10, jitterMs: 1 } });
    const far = where({ network: { roundTripMs: 100, jitterMs: 1 } });
    for (const [one, other] of [
      [made, { ...made, study: 'other' }],
      [made, near],
      [near, far],
    ] as const) {
      const found = differencesBetween(one, other);
      expect(forbidden(found, ['across-settings', 'across-machines'])).toHaveLength(1);
    }
    expect(differencesBetween(near, structuredClone(near))).toEqual([]);
  });

  it('of code and versions are only said', () => {
    const other = {
      ...where({ commit: 'b', versions: { capnweb: '2.0.0' } }),
      partial: true as const,
    };
    const found = differencesBetween(made, other);
    expect(found.map(({ field }) => field)).toEqual([
      'environment.commit',
      'environment.versions',
      'partial',
    ]);
    expect(found[1]).toMatchObject({ first: 'nothing', second: 'capnweb 2.0.0' });
    expect(forbidden(found, [])).toEqual([]);
  });
});
