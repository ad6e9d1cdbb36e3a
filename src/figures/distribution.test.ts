import { describe, expect, it } from 'vitest';
import { distribution, type DistributionRow } from './times.ts';
import { margins } from './marks.ts';
import { attributes, plain, textsOf, textsOutside, WIDTHS } from './testing/drawing.ts';

const ranges = [
  { share: 0.98, low: 0.2, high: 2 },
  { share: 0.9, low: 0.25, high: 1 },
  { share: 0.5, low: 0.4, high: 0.6 },
];
const one: DistributionRow = {
  ...{ label: 'Lumenize’s protocol in memory', system: 'lumenize' },
  ...{ median: 0.5, low: 0.45, high: 0.54, ranges },
};
const other: DistributionRow = { label: 'Cap’n Web', system: 'capnweb', median: 12, ranges };
const title = 'How do the times of one call that writes spread?';
const figure = (width: number, rows = [one, other]) => distribution({ rows, title, width });

/** Left and right ends of the lines of a width, in px. */
function ends(strokeWidth: string): number[][] {
  const [from = [], to = []] = ['x1', 'x2'].map((end) =>
    attributes(figure(646), `g[stroke-width="${strokeWidth}"] > line`, end).map(Number),
  );
  return from.map((x, at) => [x, to[at] ?? Number.NaN]);
}

describe('distribution', () => {
  it('says every value in its name', () => {
    expect(plain(figure(646).label)).toBe(
      'How do the times of one call that writes spread? Lumenize’s protocol in memory: median 0.50 ms (0.45–0.54); half in 0.400–0.600 ms, 90 % in 0.250–1.000 ms, 98 % in 0.200–2.000 ms. Cap’n Web: median 12 ms; half in 0.400–0.600 ms, 90 % in 0.250–1.000 ms, 98 % in 0.200–2.000 ms.',
    );
  });

  it('tells how to read it, and of intervals only where there is one', () => {
    const read =
      'The thick bar holds half of the times, the thinner one 90 %, the line 98 %: the shorter, the steadier. The mark is the median';
    expect(plain(figure(646).note)).toBe(`${read}, in brackets its interval.`);
    expect(plain(figure(646, [other]).note)).toBe(`${read}.`);
  });

  it('draws each range as long as its ends are apart on a log axis, the shorter the thicker', () => {
    const lengths = ['1.5', '5', '11'].map((stroke) =>
      ends(stroke).map(([from = NaN, to = NaN]) => to - from),
    );
    const [line = NaN] = lengths[0] ?? [];
    for (const [index, { low, high }] of ranges.entries()) {
      const expected = (line * Math.log(high / low)) / Math.log(10);
      expect(lengths[index]).toHaveLength(2);
      for (const length of lengths[index] ?? []) expect(length).toBeCloseTo(expected, 1);
    }
  });

  it('keeps times of nought at the left end of its axis', () => {
    const zero = { ...one, ranges: ranges.map((range) => ({ ...range, low: 0 })) };
    const starts = attributes(figure(646, [zero]), 'g[stroke-width="1.5"] > line', 'x1');
    expect(starts).toEqual([String(margins.left)]);
  });

  it.each(WIDTHS)('has all its text inside at %i px', (width) => {
    expect(textsOutside(figure(width))).toEqual([]);
    expect(textsOf(figure(width))).toContain('0.50 ms (0.45–0.54)');
  });
});
