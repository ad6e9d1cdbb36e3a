import { describe, expect, it } from 'vitest';
import { seeded } from '../harness/plan/index.ts';
import { decimalsOf, Interval, type Quantity } from './interval.ts';
import { judge, readStated, turningPoints, type Verdict } from './verdict.ts';

const verdictOf = (stated: string, ...values: Quantity[]): Verdict =>
  judge(readStated(stated), values);

describe('a value', () => {
  it.each<[string, number, Verdict]>([
    ['1.42', 1.4245, 'holds'],
    ['1.42', 1.4151, 'holds'],
    ['1.42', 1.4149, 'rounded differently'],
    ['1.42', 1.4299, 'rounded differently'],
    ['1.42', 1.43, 'rounded differently'],
    ['1.42', 1.4301, 'does not hold'],
    ['1.42', 14.2, 'does not hold'],
    ['-7.2', -7.22, 'holds'],
    ['-7.2', -7.29, 'rounded differently'],
    ['-7.2', 7.2, 'does not hold'],
    ['+13.9', 13.87, 'holds'],
    ['0', -0.4, 'holds'],
    ['0', -0.9, 'rounded differently'],
    ['0', -1.1, 'does not hold'],
    ['33', 32.966, 'holds'],
    ['9', 8.67, 'holds'],
    ['54', 54.4, 'holds'],
    ['38', 37.57, 'holds'],
    ['1179', 1178, 'rounded differently'],
    // Half-way between two numbers a source may print either; neither is exact in binary.
    ['0.171', 0.1705, 'holds'],
    ['0.170', 0.1705, 'holds'],
    ['1.01', 1.005, 'holds'],
    ['1.00', 1.005, 'holds'],
    // Off by one unit exactly, which binary fractions overshoot: 0.3 - 0.2 > 0.1.
    ['0.2', 0.3, 'rounded differently'],
    ['0.1', 0.1 + 0.1 + 0.1, 'does not hold'],
    ['0.3', 0.1 + 0.2, 'holds'],
    ['8695.7', 8695.652173913044, 'holds'],
  ])('stated as %s and recomputed as %d: %s', (stated, value, verdict) => {
    expect(verdictOf(stated, value)).toBe(verdict);
  });

  it('is one value', () => {
    expect(() => verdictOf('1.42', 1, 2)).toThrow('got 2 values, expected one');
  });
});

describe('a value known to an interval', () => {
  it.each<[string, number, number, Verdict]>([
    // All of it is printed as stated, ends among it.
    ['1.09', 1.0943, 1.0949, 'holds'],
    ['25', 24.5, 25.5, 'holds'],
    ['0.14', 0.13500000000000001, 0.14500000000000002, 'holds'],
    // Some of it is: it is wider than what is stated, reaches over an end, or meets it at one.
    ['1.09', 1.0943, 1.0956, "can't be told"],
    ['25', 25.46, 25.57, "can't be told"],
    ['0.14', 0.13, 0.15, "can't be told"],
    ['794', 737.1, 801.3, "can't be told"],
    ['27', 27.5, 57, "can't be told"],
    // It misses, by one unit of the last digit at most, or lies further off, however wide it is.
    ['27', 27.51, 57, 'rounded differently'],
    ['27', 28, 57, 'rounded differently'],
    ['27', 28.01, 57, 'does not hold'],
    ['0.142', 0.0143, 0.0153, 'does not hold'],
    ['within 30–35', 29.5, 35.5, 'holds'],
    ['within 30–35', 18.3, 57, "can't be told"],
    ['within 30–35', 35.4, 57, "can't be told"],
    ['within 30–35', 35.6, 57, 'rounded differently'],
    ['within 30–35', 36.1, 57, 'does not hold'],
    ['<1', 0.9, 0.99, 'holds'],
    ['<1', 0.9, 1.2, "can't be told"],
    ['<1', 0.9, 1, "can't be told"],
    ['<1', 1, 1.2, 'does not hold'],
    ['≤1', 0.9, 1, 'holds'],
    ['≤1', 1, 1.2, "can't be told"],
    ['≥2', 1, 2, "can't be told"],
    ['>2', 2.1, 3, 'holds'],
    ['>2', 1, 2, 'does not hold'],
  ])('stated as %s and recomputed as %d to %d: %s', (stated, low, high, verdict) => {
    expect(verdictOf(stated, new Interval(low, high))).toBe(verdict);
  });

  it('has the ends of a range judged one by one', () => {
    const values = [new Interval(2.6, 2.8), new Interval(3.85, 3.95)];
    expect(verdictOf('3–4', ...values)).toBe('holds');
    expect(verdictOf('4–3', ...values.toReversed())).toBe('holds');
    expect(verdictOf('3–5', ...values)).toBe('does not hold');
    // What is certain of one end counts for more than what is open at the other.
    expect(verdictOf('3–3.8', ...values)).toBe("can't be told");
    expect(verdictOf('2–3.8', ...values)).toBe('rounded differently');
  });
});

describe('a nought', () => {
  it.each<[string, string | undefined, number, Verdict]>([
    ['0', undefined, -0.105, 'holds'],
    ['0', '0.142', -0.105, 'does not hold'],
    ['0', '0.142', 0.0004, 'holds'],
    ['0–5', '1.5', 0.3, 'does not hold'],
    // A digit of its own stands for itself.
    ['0.0', '0.142', 0.04, 'holds'],
  ])('stated as %s beside %s and recomputed as %d: %s', (stated, beside, value, verdict) => {
    const values = stated.includes('–') ? [value, 5] : [value];
    expect(judge(readStated(stated, beside), values)).toBe(verdict);
  });
});

describe('where a verdict turns', () => {
  it.each([
    ['27', [26, 26.5, 27.5, 28]],
    ['1.3', [1.2, 1.25, 1.35, 1.4]],
    ['<1', [1]],
    ['3–5', [2, 2.5, 3.5, 4, 4, 4.5, 5.5, 6]],
    ['within 30–35', [29, 29.5, 35.5, 36]],
  ])('of %s', (stated, points) => {
    expect(turningPoints(readStated(stated))).toEqual(points);
  });
});

describe('a range', () => {
  it.each<[string, [number, number], Verdict]>([
    ['1.28–1.56', [1.279, 1.564], 'holds'],
    ['1.28–1.56', [1.564, 1.279], 'holds'],
    ['1.56–1.28', [1.279, 1.564], 'holds'],
    ['1.28–1.56', [1.27, 1.564], 'rounded differently'],
    ['1.28–1.56', [1.279, 1.6], 'does not hold'],
    ['-3–-1', [-1.2, -2.8], 'holds'],
    ['15–21', [14.44, 20.29], 'rounded differently'],
    ['15–21.5', [14.6, 21.6], 'rounded differently'],
  ])('stated as %s and recomputed as %j: %s', (stated, values, verdict) => {
    expect(verdictOf(stated, ...values)).toBe(verdict);
  });

  it('has two ends', () => {
    expect(() => verdictOf('1–2', 1)).toThrow('got 1 values, expected two, for both ends');
    expect(() => verdictOf('1–2', 1, 1.5, 2)).toThrow('got 3 values, expected two');
  });
});

describe('limits', () => {
  it.each<[string, number[], Verdict]>([
    ['within 30–35', [30.2, 34.9, 33], 'holds'],
    ['within 30–35', [29.6, 35.4], 'holds'],
    ['within 30–35', [32, 35.9], 'rounded differently'],
    ['within 30–35', [28.9, 32], 'does not hold'],
    ['within 30–35', [32, 350], 'does not hold'],
    ['within 30–35', [32], 'holds'],
    ['<1', [0.999], 'holds'],
    ['<1', [1], 'does not hold'],
    ['<1', [0.5, 1.1], 'does not hold'],
    ['≥2', [2, 3], 'holds'],
    ['≥2', [1.999, 3], 'does not hold'],
    ['>2', [2.001], 'holds'],
    ['>2', [2], 'does not hold'],
    ['>-3', [-2], 'holds'],
  ])('stated as %s and recomputed as %j: %s', (stated, values, verdict) => {
    expect(verdictOf(stated, ...values)).toBe(verdict);
  });

  it('need a value', () => {
    expect(() => verdictOf('<1')).toThrow('got 0 values, expected one at least');
    expect(() => verdictOf('within 1–2')).toThrow('got 0 values, expected one at least');
  });
});

describe('what was stated', () => {
  it.each([
    '',
    'about 5',
    '1,179',
    '1-2',
    '<1–2',
    'within 5',
    '<within 1–2',
    '1.',
    '.5',
    '5 ms',
    '1e3',
  ])('is no number in "%s"', (text) => {
    expect(() => readStated(text)).toThrow(`got "${text}", expected a number`);
  });
});

describe('for any value', () => {
  const random = seeded(7);
  const cases = Array.from({ length: 2000 }, () => {
    const decimals = Math.floor(random() * 4);
    return { decimals, value: (random() - 0.5) * 10 ** Math.floor(random() * 5) };
  });

  it('its own rounding holds, and the range and the limits of its roundings', () => {
    for (const { value, decimals } of cases) {
      const printed = value.toFixed(decimals);
      expect(decimalsOf(printed)).toBe(decimals);
      expect(verdictOf(printed, value)).toBe('holds');
      expect(verdictOf(`${printed}–${printed}`, value, value)).toBe('holds');
      expect(verdictOf(`within ${printed}–${printed}`, value)).toBe('holds');
    }
  });

  it('one more digit off is worse, and sign and unit make no difference', () => {
    for (const { value, decimals } of cases) {
      const rounded = Number(value.toFixed(decimals));
      const [next, far] = [1, 2].map((steps) =>
        (rounded + steps * 10 ** -decimals).toFixed(decimals),
      ) as [string, string];
      const negate = (printed: string): string => (-Number(printed)).toFixed(decimals);
      expect(verdictOf(next, rounded)).toBe('rounded differently');
      expect(verdictOf(far, rounded)).toBe('does not hold');
      expect(verdictOf(negate(next), -rounded)).toBe('rounded differently');
      expect(verdictOf(negate(far), -rounded)).toBe('does not hold');
    }
  });

  it('a limit and its opposite never both hold', () => {
    for (const { value, decimals } of cases) {
      const limit = value.toFixed(decimals);
      const holds = (relation: string) => verdictOf(relation + limit, value) === 'holds';
      expect(holds('<')).toBe(!holds('≥'));
      expect(holds('>')).toBe(!holds('≤'));
    }
  });
});
