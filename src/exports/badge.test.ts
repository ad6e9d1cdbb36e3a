import { expect, it } from 'vitest';
import { badgeOf, badgePicture } from './cite.ts';

it('says what was done and who took how long', () => {
  const line =
    'One call that writes, from a browser: by hand 0.43 ms · Cap’n Web 0.49 · Other 0.53 (1.08×, 1.07–1.10: equal).';
  expect(badgeOf(line)).toMatchObject({
    schemaVersion: 1,
    label: 'One call that writes',
    message: 'by hand 0.43 ms · Cap’n Web 0.49 · Other 0.53',
  });
});

it('is asked for by its address', () => {
  expect(new URL(badgePicture('https://a.example/badge/b.json')).searchParams.get('url')).toBe(
    'https://a.example/badge/b.json',
  );
});
