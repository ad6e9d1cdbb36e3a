import { describe, expect, it } from 'vitest';
import { plainText } from './recompute.ts';
import { formatRecomputed, judge, readStated, type Verdict } from './verdict.ts';

const verdictOf = (stated: string, ...values: number[]): Verdict =>
  judge(readStated(stated), values);

describe('a value', () => {
  it.each<[string, number, Verdict]>([
    ['1.42', 1.4245, 'holds'],
    ['1.42', 1.4149, 'rounded differently'],
    ['1.42', 1.4301, 'does not hold'],
    ['-7.2', -7.22, 'holds'],
    ['-7.2', 7.2, 'does not hold'],
    ['+13.9', 13.87, 'holds'],
    ['0', -0.9, 'rounded differently'],
    // Half-way between two numbers a source may print either; neither is exact in binary.
    ['0.170', 0.1705, 'holds'],
    ['1.01', 1.005, 'holds'],
    // Off by one unit exactly, which binary fractions overshoot: 0.3 - 0.2 > 0.1.
    ['0.2', 0.3, 'rounded differently'],
    ['0.1', 0.1 + 0.1 + 0.1, 'does not hold'],
    ['8695.7', 8695.652173913044, 'holds'],
  ])('stated as %s and recomputed as %d: %s', (stated, value, verdict) => {
    expect(verdictOf(stated, value)).toBe(verdict);
  });
});

describe('limits and ranges', () => {
  it.each<[string, number[], Verdict]>([
    ['within 6–7', [6.0, 7.49], 'holds'],
    ['within 6–7', [6.0, 7.58], 'does not hold'],
    ['within 30–35', [28, 33.5], 'does not hold'],
    ['<1', [1], 'does not hold'],
    ['≤2', [2], 'holds'],
    ['≥99', [98.9], 'does not hold'],
    ['1.28–1.56', [1.564, 1.492, 1.279].slice(0, 1).concat(1.279), 'holds'],
    ['1.28–1.56', [1.279, 1.579], 'does not hold'],
    ['-0.3–0.2', [0.2, -0.3], 'holds'],
  ])('%s of %j: %s', (stated, values, verdict) => {
    expect(verdictOf(stated, ...values)).toBe(verdict);
  });

  it.each([
    ['1.42', [1, 2], 'got 2 values, expected one'],
    ['1–2', [1], 'got 1 values, expected two'],
    ['<1', [], 'got 0 values, expected one at least'],
  ])('%s of %j is refused', (stated, values, message) => {
    expect(() => verdictOf(stated, ...values)).toThrow(message);
  });

  it.each(['about 3', '1,5', '', '1-2', '1–2–3'])('%j is no value', (stated) => {
    expect(() => readStated(stated)).toThrow('expected a number, such as');
  });
});

describe('the digits of a recomputed value', () => {
  it.each([
    ['1.42', [1.4241], '1.424×'],
    // One digit more would hide on which side of the half it lies.
    ['1.09', [1.0949], '1.0949×'],
    ['within 1–2', [1.42, 2], '1.4–2.0×'],
    ['3', [3], '3×'],
  ])('of %s: %j is %s', (stated, values, text) => {
    expect(formatRecomputed(readStated(stated), values, '×')).toBe(text);
  });
});

it('a text loses its typography for a terminal', () => {
  expect(plainText('−78\u202f471\u202f/s, 5\u202f%')).toBe('-78471 /s, 5 %');
});
