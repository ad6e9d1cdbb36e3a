import { describe, expect, it } from 'vitest';
import { beside, type BesideData } from './beside.ts';
import { attributes, plain, textsOf, textsOutside, WIDTHS } from './testing/drawing.ts';

const measured = { ratio: 0.93, low: 0.91, high: 0.95 };
const data: BesideData = {
  rows: [
    {
      heading: 'An object with Map, Set, Date, BigInt, bytes and a cycle',
      values: [
        { whose: 'quoted', ratio: 1.42 },
        { whose: 'published', ...measured },
        { whose: 'yours' },
      ],
    },
    {
      heading: 'Sequential getValue()',
      values: [
        { whose: 'published', ratio: 16.12, low: 10.05, high: 20.31 },
        { whose: 'theirs', ratio: 0.97 },
        { whose: 'yours' },
      ],
    },
  ],
  ...{ system: 'lumenize', arm: 'Lumenize’s protocol in memory', reference: 'Cap’n Web' },
  ...{ margin: 0.05, title: 'Lumenize’s protocol is faster', width: 646 },
};
/** The figure with one row of the values. */
function one(values: BesideData['rows'][number]['values'], width = 646) {
  return beside({ ...data, rows: [{ heading: '', values }], width });
}
const MARK = 'path[stroke="var(--rt-system-lumenize)"][transform]';
const DASHED = '[stroke-dasharray] > path, path[stroke-dasharray]';
const intervals = (figure: ReturnType<typeof beside>) =>
  attributes(figure, 'line[stroke="var(--rt-system-lumenize)"]', 'x1');

describe('beside', () => {
  it('says every value in its name, and which has none yet', () => {
    expect(plain(beside(data).label)).toBe(
      'Lumenize’s protocol is faster. An object with Map, Set, Date, BigInt, bytes and a cycle, quoted: 1.42×. An object with Map, Set, Date, BigInt, bytes and a cycle, measured here: 0.93× (0.91–0.95). An object with Map, Set, Date, BigInt, bytes and a cycle, yours: not yet measured. Sequential getValue(), measured here: 16.1× (10.1–20.3). Sequential getValue(), theirs: 0.97×. Sequential getValue(), yours: not yet measured. Left of 1×, Lumenize’s protocol in memory is faster; right of it, Cap’n Web.',
    );
    expect(plain(one([{ whose: 'yours' }]).label)).toMatch(/\. Yours: not yet measured\. /);
    expect(plain(beside(data).note)).toBe('Inside the band, within 5 % of 1×, counts as equal.');
  });

  it('keeps a dashed place for what is still to come, and asks for a run', () => {
    const open = one([{ whose: 'published', ...measured }, { whose: 'yours' }]);
    expect(attributes(open, DASHED, 'd')).toHaveLength(1);
    expect(textsOf(open)).toContain('press Run');
    const done = one([
      { whose: 'published', ...measured },
      { whose: 'yours', ...measured },
    ]);
    expect(attributes(done, DASHED, 'd')).toHaveLength(0);
    expect(textsOf(done)).not.toContain('press Run');
  });

  it('draws an interval only where there is one, and one’s own thicker', () => {
    expect(intervals(one([{ whose: 'quoted', ratio: 1.42 }, { whose: 'yours' }]))).toHaveLength(0);
    const both = one([
      { whose: 'published', ...measured },
      { whose: 'yours', ...measured },
      { whose: 'theirs', ratio: 0.97 },
    ]);
    expect(intervals(both)).toHaveLength(2);
    const widths = attributes(both, 'line[stroke-width]', 'stroke-width');
    expect(widths).toEqual(['2.5', '4']);
  });

  it('keeps what was quoted hollow and fills what was measured', () => {
    const fills = attributes(
      one([
        { whose: 'quoted', ratio: 1.42 },
        { whose: 'published', ...measured },
        { whose: 'yours', ...measured },
      ]),
      MARK,
      'fill',
    );
    const own = 'var(--rt-system-lumenize)';
    expect(fills).toEqual(['var(--rt-figure-page)', own, own]);
  });

  it('has a band that reads the same in both directions', () => {
    const figure = one([{ whose: 'published', ratio: 1 }]);
    const [x, width] = ['x', 'width'].map((name) => Number(attributes(figure, 'rect', name)[0]));
    const [mark] = attributes(figure, MARK, 'transform');
    const [, at] = /translate\(([\d.]+),/.exec(mark ?? '') ?? [];
    expect((x ?? NaN) + (width ?? NaN) / 2).toBeCloseTo(Number(at), 6);
  });

  it.each(WIDTHS)('has all its text inside at %i px, with long names and wide numbers', (width) => {
    const figure = beside({ ...data, width });
    expect(textsOutside(figure)).toEqual([]);
    expect(textsOf(figure)).toEqual(
      expect.arrayContaining(['16.1× (10.1–20.3)', 'Measured here', '1×', 'Cap’n Web faster →']),
    );
  });

  it('leaves the marks the whole width on a narrow screen, under their text', () => {
    const [narrow, wide] = WIDTHS.map((width) => one([{ whose: 'published', ...measured }], width));
    const line = 'g[stroke="var(--rt-figure-faint)"] > line';
    const ends = (figure = one([])) => ['x1', 'x2'].map((end) => attributes(figure, line, end)[0]);
    expect(ends(narrow)).toEqual(['8', '302']);
    expect(ends(wide)).toEqual(['108', '514']);
  });
});
