import { expect, it } from 'vitest';
import { fileName, plainColor, wrapped } from './send.ts';

it('names a file by study, day and time', () => {
  expect(fileName({ study: 'one-vs-other', startedAt: '2026-11-21T14:22:09.123Z' }, 'json')).toBe(
    'one-vs-other-2026-11-21-142209.json',
  );
});

it('writes colours as every program reads them', () => {
  expect(plainColor('color(srgb 0.05 0.42 0.4 / 0.16)')).toBe('rgba(13, 107, 102, 0.16)');
  expect(plainColor('color(srgb 1 0 0)')).toBe('rgba(255, 0, 0, 1)');
  expect(plainColor('rgb(1, 2, 3)')).toBe('rgb(1, 2, 3)');
});

it('breaks a text into lines', () => {
  expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapped('incomprehensibilities', 7)).toEqual(['incomprehensibilities']);
});
