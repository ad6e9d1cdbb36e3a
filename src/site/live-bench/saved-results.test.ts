import { afterEach, expect, it, vi } from 'vitest';
import {
  deleteAll,
  deleteResult,
  isOwn,
  listResults,
  MOST_KEPT,
  packedIn,
  saveResult,
} from './saved-results.ts';

/** Takes the place of the browser's storage. */
function store(text?: string): Map<string, string> {
  const items = new Map(text === undefined ? [] : [['roundtrip:results', text]]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
  return items;
}
afterEach(() => vi.unstubAllGlobals());

const result = (second: number) => ({
  study: 'One against two',
  what: '1 workload',
  at: new Date(second * 1000).toISOString(),
  link: `/result/#r=1.${second}`,
});

it('lists the newest first, at most so many, and a run that went on once', () => {
  store();
  for (let second = 0; second < MOST_KEPT + 5; second += 1) saveResult(result(second));
  expect(saveResult({ ...result(MOST_KEPT + 4), link: '/result/#r=1.longer' })).toBe(true);
  const links = listResults().map(({ link }) => link);
  expect(links).toHaveLength(MOST_KEPT);
  expect(links.slice(0, 2)).toEqual(['/result/#r=1.longer', `/result/#r=1.${MOST_KEPT + 3}`]);
  expect(deleteResult('/result/#r=1.longer')).toBe(true);
  expect(listResults()).toHaveLength(MOST_KEPT - 1);
  expect(deleteAll()).toBe(true);
  expect(listResults()).toEqual([]);
});

it('leaves out what it has not written', () => {
  const foreign = [null, 7, {}, { ...result(1), link: 'javascript:1' }, { ...result(2), at: '' }];
  store(JSON.stringify([...foreign, result(3)]));
  expect(listResults()).toEqual([result(3)]);
  for (const text of ['no JSON', '{}', 'null']) {
    store(text);
    expect(listResults()).toEqual([]);
  }
});

it('does without a storage', () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  expect(listResults()).toEqual([]);
  expect([saveResult(result(1)), deleteResult('x'), deleteAll()]).toEqual([false, false, false]);
});

it('finds a result in an address, and knows the reader’s own by the list', () => {
  expect(packedIn('/result/#r=1.abc')).toBe('1.abc');
  expect(packedIn('#results')).toBeUndefined();
  store();
  saveResult({ ...result(1), link: '/result/#r=1.abc' });
  expect([isOwn('1.abc'), isOwn('1.abcd')]).toEqual([true, false]);
});
