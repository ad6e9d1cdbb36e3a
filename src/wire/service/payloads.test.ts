import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { MAX_TEXT_LENGTH, payloadAt, payloadText } from './payloads.ts';

describe('the text of payloads', () => {
  it.each([0, 1, 1000, 65_536, MAX_TEXT_LENGTH])('has %d characters, all of ASCII', (length) => {
    expect(/[^a-z0-9 ]/.test(payloadText(length))).toBe(false);
    expect(payloadText(length)).toHaveLength(length);
  });

  it('is another part of it at each place', () => {
    const texts = Array.from({ length: 200 }, (_, place) => payloadAt(1000, place));
    expect(texts[0]).toBe(payloadText(1000));
    expect(new Set(texts).size).toBe(200);
    expect(texts.every((each) => each.length === 1000)).toBe(true);
    expect(texts[3]).toBe(payloadText(4000).slice(3000));
  });

  it.each([64_000, 1_000_000, MAX_TEXT_LENGTH])('has as much at later places, of %d', (length) => {
    for (const place of [1, 2, 17, 1000]) expect(payloadAt(length, place)).toHaveLength(length);
  });

  it('shrinks about as written text does', () => {
    const length = 65_536;
    const ratio = length / gzipSync(payloadText(length)).byteLength;
    expect(ratio).toBeGreaterThan(2);
    expect(ratio).toBeLessThan(3.5);
  });

  it.each([-1, 1.5, NaN, MAX_TEXT_LENGTH + 1])('refuses a length of %d', (length) => {
    expect(() => payloadText(length)).toThrow(`length: got ${length}, expected a whole number`);
  });
});
