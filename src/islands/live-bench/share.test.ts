import { expect, it } from 'vitest';
import { fileName } from './show.ts';

it('names a file by study, day and time', () => {
  expect(fileName({ study: 'one-vs-other', startedAt: '2026-11-21T14:22:09.123Z' })).toBe(
    'one-vs-other-2026-11-21-142209.json',
  );
});
