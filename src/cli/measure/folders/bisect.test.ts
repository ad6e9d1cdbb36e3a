import { expect, it } from 'vitest';
import { type Compare, halve } from './bisect.ts';
import { byVersion, readRelease } from '../outside/release.ts';

const releases = ['0.1.0', '0.2.0', '0.4.0', '0.5.0', '0.6.1', '0.7.0', '0.12.0'];

/** Compares as a measurement would where a call takes these times, with noise that a seed gives. */
function comparing(msOf: (version: string) => number, margin = 0.05): [Compare, string[]] {
  const asked: string[] = [];
  const compare: Compare = (base, head) => {
    asked.push(`${base} ${head}`);
    const value = msOf(head) / msOf(base);
    const verdict = value > 1 + margin ? 'slower' : value < 1 - margin ? 'faster' : 'equal';
    return Promise.resolve({ base, head, verdict, ratio: { value, unit: '×', from: 'measured' } });
  };
  return [compare, asked];
}

it.each(releases.slice(1).map((release) => [release]))(
  'finds %s, whichever release it is that became slower',
  async (first) => {
    const [compare, asked] = comparing((version) => (byVersion(version, first) < 0 ? 1 : 1.3));
    const before = releases[releases.indexOf(first) - 1];
    expect((await halve(releases, compare)).between).toEqual([before, first]);
    expect(asked.length).toBeLessThanOrEqual(6);
  },
);

it('finds a release that became faster, and the larger of two steps', async () => {
  const times = new Map(releases.map((release, at) => [release, at < 2 ? 2 : at < 5 ? 1.9 : 1]));
  const [compare] = comparing((version) => times.get(version) ?? NaN);
  expect((await halve(releases, compare)).between).toEqual(['0.6.1', '0.7.0']);
});

it('tells of no release where first and last are alike, or neighbours are', async () => {
  const [alike, asked] = comparing(() => 1);
  expect(await halve(releases, alike)).not.toHaveProperty('between');
  expect(asked).toEqual(['0.1.0 0.12.0']);
  // Each step is within the margin.
  const [slowly] = comparing((version) => 1.04 ** releases.indexOf(version));
  expect(await halve(releases, slowly)).not.toHaveProperty('between');
});

it('takes no difference of two neighbours for one that a second run does not find', async () => {
  const [compare] = comparing((version) => (version === '0.12.0' ? 1.3 : 1));
  let neighbours = 0;
  const once: Compare = async (base, head) => {
    const step = await compare(base, head);
    const isSecond = base === '0.7.0' && ++neighbours === 2;
    return isSecond ? { ...step, verdict: 'undecided' } : step;
  };
  expect(await halve(releases, once)).not.toHaveProperty('between');
  expect(neighbours).toBe(2);
});

it('reads a library and its version, and orders versions by their numbers', () => {
  expect(readRelease('capnweb@0.1.0')).toEqual({ system: 'capnweb', version: '0.1.0' });
  expect(readRelease('../capnweb@0.1.0')).toBeUndefined();
  expect(() => readRelease('nobody@0.1.0')).toThrow('system: got "nobody", expected one of');
  expect(() => readRelease('fetch-json@0.1.0')).toThrow('expected a library');
  expect(['0.12.0', '0.2.0', '0.10.0', '0.2.1'].sort(byVersion)).toEqual([
    ...['0.2.0', '0.2.1', '0.10.0', '0.12.0'],
  ]);
});
