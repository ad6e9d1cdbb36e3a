import { expect, it } from 'vitest';
import { latestTag, notedWith } from './index.ts';

it('finds the newest release of a package among tags, and no beta', () => {
  const tags = ['v1.9.0', 'v1.10.0', '@other/x@9.0.0', 'v2.0.0-beta.1', '@a/b@1.10.1', 'v1.8.0^{}'];
  const listed = tags.map((tag) => `0123abc\trefs/tags/${tag}`).join('\n');
  expect(latestTag(listed, '@a/b')).toBe('1.10.1');
  expect(latestTag('', '@a/b')).toBeUndefined();
});

it('notes what confirms or raises all that is noted, and nothing else', () => {
  const newest = { checked: '2026-01-01', versions: { a: '1.9.0' }, remarks: { a: 'A remark.' } };
  expect(notedWith(newest, { a: '1.10.0', b: '2.0.0' }, '2026-02-01')).toEqual({
    ...newest,
    checked: '2026-02-01',
    versions: { a: '1.10.0', b: '2.0.0' },
  });
  expect(notedWith(newest, { a: '1.8.0' }, '2026-02-01')).toBeUndefined();
  expect(notedWith(newest, { a: undefined }, '2026-02-01')).toBeUndefined();
});

it('notes the day of a release, and keeps the one that is noted', () => {
  const released = { 'a@1.9.0': '2025-12-01' };
  const newest = { checked: '2026-01-01', versions: { a: '1.9.0' }, released };
  const days = { 'a@1.9.0': '2026-02-01', 'a@1.10.0': '2026-02-01' };
  const after = (version: string) =>
    notedWith(newest, { a: version }, '2026-03-01', days)?.released;
  expect([after('1.9.0'), after('1.10.0')]).toEqual([released, { 'a@1.10.0': '2026-02-01' }]);
});
