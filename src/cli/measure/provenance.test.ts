import { describe, expect, it } from 'vitest';
import type { Environment, SessionRecord } from '../../harness/record/index.ts';
import { madeUpRecord, pairs } from '../../harness/testing/fixture.ts';
import { obstacles } from '../../results/notices.ts';
import { provenanceOf, refusal, stamp } from './provenance.ts';

const HEAD = 'a'.repeat(40);
const OTHER = 'b'.repeat(40);
const clean = { commit: HEAD, dirty: false };
const none = { allowDirty: false, allowStale: false };

const record = (environment: Partial<Environment>): SessionRecord => {
  const made = madeUpRecord({ arms: ['a', 'twin'], rounds: 1, block: () => [1] });
  return { ...made, environment: { ...made.environment, commit: HEAD, ...environment } };
};

describe('provenance', () => {
  it.each([
    [clean, clean, { dirty: false, stale: false }],
    [{ ...clean, dirty: true }, clean, { dirty: true, stale: false }],
    [clean, { ...clean, dirty: true }, { dirty: true, stale: false }],
    [clean, { commit: OTHER }, { dirty: false, stale: true }],
    [clean, {}, { dirty: false, stale: true }],
    [{ commit: '', dirty: false }, {}, { dirty: false, stale: false }],
  ])('of tree %j and Workers %j', (tree, workers, expected) => {
    expect(provenanceOf(tree, workers)).toEqual(expected);
  });

  it('refuses what is dirty, stale or unknown, unless that is allowed', () => {
    const refused = (tree: typeof clean, workers: typeof clean, allowed = none) =>
      refusal(provenanceOf(tree, workers), tree, workers, allowed);
    const dirty = { ...clean, dirty: true };
    const other = { commit: OTHER, dirty: false };
    const unknown = { commit: '', dirty: false };
    expect(refused(clean, clean)).toBeUndefined();
    expect(refused(dirty, dirty)).toContain('--allow-dirty');
    expect(refused(dirty, dirty, { ...none, allowDirty: true })).toBeUndefined();
    expect(refused(clean, other)).toContain(`commit ${OTHER.slice(0, 10)}, expected HEAD, aaaa`);
    expect(refused(clean, other, { ...none, allowStale: true })).toBeUndefined();
    expect(refused(clean, other, { ...none, allowDirty: true })).toContain('--allow-stale');
    expect(refused(unknown, unknown)).toContain('is not known');
  });

  it('is stamped on the record, and says what it lacks', () => {
    const network = { roundTripMs: 25, jitterMs: 2 };
    const stamped = stamp(record({ dirty: false }), { dirty: true, stale: true }, network);
    expect(stamped.environment).toMatchObject({ dirty: true, stale: true, network });
    const clear = { dirty: false, stale: false };
    expect(stamp(record({}), clear, undefined)).toEqual(record({}));
    const allows = (of: SessionRecord) => obstacles(of).map(({ allow }) => allow);
    expect(allows(stamped)).toEqual(['allow-dirty', 'allow-stale']);
    expect(allows(record({}))).toEqual([]);
    expect(allows({ ...record({}), partial: true })).toEqual(['allow-partial']);
    expect(allows(record({ setting: 'preview' }))).toEqual([undefined]);
    expect(allows({ ...record({}), sessions: [] })).toEqual([undefined]);
    expect(obstacles(record({ outside: [{ ...pairs, changed: true }] }))).toEqual([
      { what: 'the files of Pairs changed meanwhile' },
    ]);
    const { commit, ...unknown } = record({}).environment;
    expect(commit).toBe(HEAD);
    expect(allows({ ...record({}), environment: unknown })).toEqual(['allow-dirty']);
  });
});
