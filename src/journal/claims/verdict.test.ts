import { expect, it } from 'vitest';
import { plainText } from './check.ts';
import {
  formatRecomputed,
  judge,
  judgeToday,
  readStated,
  type TodayVerdict,
  type Verdict,
} from './verdict.ts';

it.each<[stated: string, values: number[], Verdict]>([
  ['1.42', [1.4245], 'holds'],
  ['1.42', [1.4149], 'rounded differently'],
  ['1.42', [1.4301], 'does not hold'],
  ['-7.2', [-7.22], 'holds'],
  ['-7.2', [7.2], 'does not hold'],
  ['+13.9', [13.87], 'holds'],
  ['0', [-0.9], 'rounded differently'],
  // Half-way between two numbers a source may print either; neither is exact in binary.
  ['0.170', [0.1705], 'holds'],
  ['1.01', [1.005], 'holds'],
  // Off by one unit exactly, which binary fractions overshoot: 0.3 - 0.2 > 0.1.
  ['0.2', [0.3], 'rounded differently'],
  ['0.1', [0.1 + 0.1 + 0.1], 'does not hold'],
  ['within 6–7', [6, 7.49], 'holds'],
  ['within 6–7', [6, 7.58], 'does not hold'],
  ['within 30–35', [28, 33.5], 'does not hold'],
  ['<1', [1], 'does not hold'],
  ['≤2', [2], 'holds'],
  ['≥99', [98.9], 'does not hold'],
  ['≥99', [99], 'holds'],
  ['>99', [99], 'does not hold'],
  ['within 6–7', [5.5, 7.5], 'holds'],
  ['1.28–1.56', [1.564, 1.279], 'holds'],
  ['1.56–1.28', [1.564, 1.279], 'holds'],
  ['1.28–1.56', [1.279, 1.579], 'does not hold'],
  ['-0.3–0.2', [0.2, -0.3], 'holds'],
])('stated as %s and recomputed as %j: %s', (stated, values, verdict) => {
  expect(judge(readStated(stated), values)).toBe(verdict);
});

it.each<[stated: string, low: number, high: number, TodayVerdict]>([
  ['1.09', 1.07, 1.1, 'holds'],
  // The printed digits stand for all that rounds to them.
  ['1.09', 1.0949, 1.12, 'holds'],
  ['1.09', 1.0951, 1.12, 'does not hold'],
  ['1.09', 0.89, 1.0849, 'does not hold'],
  // It may be so, and may be farther off than 10 %.
  ['1.09', 1.05, 1.3, 'cannot tell'],
  ['within 30–35', 30.1, 34.9, 'holds'],
  ['within 30–35', 34, 36, 'cannot tell'],
  ['2–4', 1.21, 1.25, 'does not hold'],
  ['<1', 0.72, 0.85, 'holds'],
  ['<1', 0.97, 1.06, 'cannot tell'],
  ['<1', 1.01, 1.32, 'does not hold'],
  ['≥2', 1.9, 2.1, 'cannot tell'],
  ['>1', 0.92, 0.97, 'does not hold'],
])('stated as %s and measured today from %d to %d: %s', (stated, low, high, verdict) => {
  expect(judgeToday(readStated(stated), { low, high })).toBe(verdict);
});

it.each<[stated: string, values: number[], message: string]>([
  ['1.42', [1, 2], 'got 2 values, expected 1'],
  ['1–2', [1], 'got 1 values, expected 2'],
  ['<1', [], 'got 0 values, expected 1 at least'],
  ['about 3', [3], 'got "about 3", expected a number'],
  ['', [1], 'got "", expected a number'],
  ['1-2', [1, 2], 'got "1-2", expected a number'],
])('%s of %j is refused', (stated, values, message) => {
  expect(() => judge(readStated(stated), values)).toThrow(message);
});

it.each([
  ['1.42', [1.4241], '1.424×'],
  // One digit more would hide on which side of the half it lies.
  ['1.09', [1.0949], '1.0949×'],
  ['within 1–2', [1.42, 2], '1.4–2.0×'],
  ['3', [3], '3×'],
])('of %s the digits of %j are %s', (stated, values, text) => {
  expect(formatRecomputed(readStated(stated), values, '×')).toBe(text);
});

it('a text loses its typography for a terminal', () => {
  expect(plainText('−78\u202f471\u202f/s, 5\u202f%')).toBe('-78471 /s, 5 %');
});
