import { describe, expect, it } from 'vitest';
import type { Environment, MeasuredRecord } from '../../harness/record/index.ts';
import { madeUpRecord, pairs } from '../../harness/testing/fixture.ts';
import { differencesBetween } from './records.ts';

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
    [where({ setting: 'deployed' }), 'setting', 'workerd', 'deployed'],
    [where({ runtime: 'Chromium 156' }), 'runtime', 'Node 24', 'Chromium 156'],
    [where({ cpuCount: 8 }), 'processors', 'nothing', '8'],
    [where({ platform: 'darwin arm64' }), 'platform', 'nothing', 'darwin arm64'],
    [where({ network: { roundTripMs: 25, jitterMs: 2 } }), 'network', 'nothing', '25ms,2ms'],
    [where({ generator: 'grpc-js' }), 'generator', 'nothing', 'grpc-js'],
    [
      where({ pinned: { client: [0], servers: [1, 2] } }),
      ...['pinned processors', 'nothing', '0 and 1+2'],
    ],
    [where({ colo: 'FRA' }), 'data centre', 'nothing', 'FRA'],
  ])('of the place are told apart: %#', (other, field, first, second) => {
    expect(differencesBetween(made, other)).toEqual([{ field, first, second, ofPlace: true }]);
  });

  it('of code, versions and contestants are only noted', () => {
    const other = {
      ...where({ commit: 'b', versions: { capnweb: '2.0.0' }, outside: [pairs] }),
      partial: true as const,
    };
    const found = differencesBetween(made, other);
    expect(found.map(({ field }) => field)).toEqual([
      ...['commit', 'versions', 'contestants from outside', 'partial'],
    ]);
    expect(found[2]).toMatchObject({ second: 'pairs a1a1a1a1a1a1', ofPlace: false });
  });
});
