import { expect, it } from 'vitest';
import { recordSchema } from '../record/index.ts';
import { madeUpSessions, pairs } from '../testing/fixture.ts';
import { virtualBench, VirtualClock } from '../testing/virtual-bench.ts';
import { isOutside, outsideOutlines, plainName, withOutsideOf } from './outside.ts';
import type { StudyOutline } from './study.ts';

const study: StudyOutline = virtualBench(new VirtualClock()).study;
const named = ['hibernating', 'in memory'].map((label) => {
  const id = `outside:pairs/${label.replace(' ', '-')}`;
  const called = `Pairs (from outside), ${label}`;
  return { id, label: called, spoken: `${called},`, system: 'outside:pairs' };
});

it('a library from outside says that it is one, and is a further subject of the study, once', () => {
  const again = [{ outside: [pairs] }, {}, { outside: [{ ...pairs, label: 'Later' }] }];
  const found = withOutsideOf(study, again);
  expect(found.arms).toEqual([...study.arms, ...named]);
  expect(found.arms.filter(({ id }) => isOutside(id))).toEqual(named);
  expect(found.subjects).toEqual([...named.map(({ id }) => id), 'subject']);
  expect([withOutsideOf(found, again), withOutsideOf(study, [{}])]).toEqual([found, study]);
  const [single] = outsideOutlines({ ...pairs, arms: pairs.arms.slice(0, 1) });
  expect(single?.label).toBe('Pairs (from outside)');
  expect(single).not.toHaveProperty('spoken');
  expect(plainName(named[1]?.spoken ?? '')).toBe('Pairs, in memory');
});

const made = madeUpSessions({ arms: ['a/b', 'control'], sessions: 0, turn: () => [1] });
const { digest, ...rest } = pairs;
const address = '127.0.0.1:50055';
it.each<[string, object[], boolean]>([
  ['with its files', [pairs], true],
  ['with an address', [{ ...rest, served: 'elsewhere', origin: address }], true],
  ['with neither', [{ ...rest, served: 'elsewhere' }], false],
  ['with an address that did not serve it', [{ ...rest, origin: address }], false],
  ['with a digest that is none', [{ ...pairs, digest: digest?.slice(2) }], false],
  ['with an id of an arm', [{ ...pairs, id: 'outside:pairs' }], false],
  ['without arms', [{ ...pairs, arms: [] }], false],
  ['with the path of its folder', [{ ...pairs, folder: '/home/me' }], false],
  ['that is none', [], false],
])('the entry of a library in a record %s: %j is valid: %s', (_, outside, isValid) => {
  const environment = { ...made.environment, outside };
  expect(recordSchema.safeParse({ ...made, environment }).success).toBe(isValid);
});
