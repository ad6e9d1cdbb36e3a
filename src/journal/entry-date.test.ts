import { expect, it } from 'vitest';
import { datedBack, formatMoment, formatRightDate, rightDate } from './facts.ts';

const plain = (text: string): string => text.replace(/\u00a0/g, ' ');

it.each([
  ['2026-01-11', '11 January 2026'],
  ['2026-02-05T15:45', '5 February 2026, 15:45'],
  ['2025-01-02T12:28:52', '2 January 2025, 12:28:52'],
  [undefined, 'no date given'],
  ['2026-11-21T05:24:00.060Z', '21 November 2026, 05:24:00 UTC'],
])('shows %s with the precision it has', (timestamp, shown) => {
  expect(plain(formatMoment(timestamp))).toBe(shown);
});

it('finds every entry dated before one that it follows, not only before its neighbour', () => {
  const sources = [{ document: { id: 'log', collection: 'sources' as const }, part: 'A day' }];
  const entries = ['2025-10-20', undefined, '2025-01-02', '2025-01-20', '2026-11-21'].map(
    (timestamp) => ({
      data: { timestamp, sources },
    }),
  );
  expect([...datedBack(entries)].map(({ data }) => data.timestamp)).toEqual([
    '2025-01-02',
    '2025-01-20',
  ]);
});

it('finds no entry that was measured here, whose place may run against time', () => {
  const entries = ['2026-11-22T14:43:31Z', '2026-11-22T14:35:40Z'].map((timestamp) => ({
    data: { timestamp, sources: [] },
  }));
  expect([...datedBack(entries)]).toEqual([]);
});

it('goes by the date in the repository where the printed one is wrong, and names both', () => {
  const repositoryDate = { day: '2025-10-20', from: 'A commit.', url: 'https://example.org/' };
  const wrong = {
    timestamp: '2025-01-02T12:28:52',
    repositoryDate: { ...repositoryDate, contradicts: true },
  };
  expect(rightDate(wrong)).toBe('2025-10-20');
  expect(plain(formatRightDate(wrong))).toBe('20 October 2025, printed as 2 January 2025');
  const borneOut = {
    timestamp: '2025-10-20T10:51:52',
    repositoryDate: { ...repositoryDate, contradicts: false },
  };
  expect(rightDate(borneOut)).toBe('2025-10-20T10:51:52');
  expect(plain(formatRightDate(borneOut))).toBe('20 October 2025');
});
