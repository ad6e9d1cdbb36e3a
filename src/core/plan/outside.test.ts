import { describe, expect, it } from 'vitest';
import { recordSchema } from '../record/index.ts';
import { madeUpRecord, pairs } from '../testing/fixture.ts';
import { isOutside, withOutsideOf } from './outside.ts';
import type { Study } from './study.ts';

const study = {
  id: 'made-up',
  arms: [{ id: 'a/b', label: 'A', system: 'a' }],
  reference: 'a/b',
  subjects: [],
} as unknown as Study<object>;

const named = [
  ['outside:pairs/hibernating', 'Pairs (from outside), hibernating', 'outside:pairs'],
  ['outside:pairs/in-memory', 'Pairs (from outside), in memory', 'outside:pairs'],
];
const outlines = ({ arms }: Pick<Study<object>, 'arms'>) =>
  arms.filter(({ id }) => isOutside(id)).map(({ id, label, system }) => [id, label, system]);

describe('a contestant from outside', () => {
  it('is a further subject of the study that records name, once', () => {
    const again = [{ outside: [pairs] }, {}, { outside: [{ ...pairs, label: 'Later' }] }];
    const found = withOutsideOf(study, again);
    expect(outlines(found as Study<object>)).toEqual(named);
    expect(found.subjects).toEqual(named.map(([id]) => id));
    expect(withOutsideOf(found, again)).toBe(found);
    expect(withOutsideOf(study, [{}])).toBe(study);
  });

  it('has no files where it was called by its address, and says the address', () => {
    const made = madeUpRecord({ arms: ['a/b', 'twin'], rounds: 0, block: () => [1] });
    const { digest, ...rest } = pairs;
    const read = (outside: object) =>
      recordSchema.safeParse({
        ...made,
        environment: { ...made.environment, outside: [{ ...rest, ...outside }] },
      }).success;
    const origin = '127.0.0.1:50055';
    expect(read({ served: 'elsewhere', origin })).toBe(true);
    expect(read({ served: 'elsewhere' })).toBe(false);
    expect(read({ origin })).toBe(false);
    expect(read({ digest })).toBe(true);
  });

  it('has a place in a record, whose older form stays as it was', () => {
    const made = madeUpRecord({ arms: ['a/b', 'twin'], rounds: 0, block: () => [1] });
    const read = (outside: object[]) =>
      recordSchema.safeParse({ ...made, environment: { ...made.environment, outside } });
    expect(recordSchema.parse(made)).not.toHaveProperty('environment.outside');
    expect(read([pairs]).success).toBe(true);
    const wrong = [{ digest: 'a1' }, { id: 'outside:pairs' }, { arms: [] }, { folder: '/home/me' }];
    for (const fields of wrong) expect(read([{ ...pairs, ...fields }]).success).toBe(false);
    expect(read([]).success).toBe(false);
  });
});
