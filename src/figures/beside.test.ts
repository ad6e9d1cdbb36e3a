import { describe, expect, it } from 'vitest';
import { beside, type BesideData, type BesideRow } from './beside.ts';
import { attributes, plain, textsOf, textsOutside, WIDTHS } from './testing/drawing.ts';

const published = { whose: 'published', ms: 0.53, low: 0.52, high: 0.54 } as const;
const row: BesideRow = {
  ...{ label: 'Lumenize’s protocol, kept in memory', system: 'lumenize' },
  times: [published],
  ratio: { ratio: 1.08, low: 1.07, high: 1.1 },
};
const data: BesideData = {
  groups: [
    {
      heading: 'An object with Map, Set, Date, BigInt, bytes and a cycle',
      baseline: 0.43,
      rows: [
        {
          label: 'Cap’n Web',
          system: 'capnweb',
          times: [{ whose: 'quoted', ms: 0.17 }, published],
        },
        { ...row, times: [published, { whose: 'yours', ms: 0.61, low: 0.6, high: 0.62 }] },
      ],
    },
    { heading: 'Fifty calls', rows: [{ ...row, times: [{ whose: 'theirs', ms: 2341 }] }] },
  ],
  ...{ reference: 'Cap’n Web', title: 'One call', width: 646 },
};
/** The figure with one row. */
function one(times: BesideRow['times'], width = 646) {
  return beside({ ...data, groups: [{ heading: '', rows: [{ ...row, times }] }], width });
}
const MARK = 'path[stroke="var(--rt-system-lumenize)"][transform]';

describe('beside', () => {
  it('says every value in its name, whose it is, and how to read them', () => {
    expect(plain(beside(data).label)).toBe(
      'One call. An object with Map, Set, Date, BigInt, bytes and a cycle, Cap’n Web, quoted: 0.17 ms; measured here: 0.53 ms (0.52–0.54). An object with Map, Set, Date, BigInt, bytes and a cycle, Lumenize’s protocol, kept in memory, measured here: 0.53 ms (0.52–0.54); yours: 0.61 ms (0.60–0.62), 1.08× (1.07–1.10). Fifty calls, Lumenize’s protocol, kept in memory, theirs: 2 341 ms, 1.08× (1.07–1.10).',
    );
    expect(plain(beside(data).note)).toBe(
      'The mark is the median, the line its interval, on a log scale. Shaded: no longer than the same takes by hand. Beside a time, where there is room: how many times Cap’n Web’s it is. Hollow: quoted, without an interval. Larger and bold: yours.',
    );
    expect(plain(one([published]).note)).not.toMatch(/Shaded|Hollow|yours/);
    expect(plain(one([{ whose: 'yours', ms: 1 }]).note)).toMatch(/yours. No line yet: a median of/);
  });

  it('draws an interval only where there is one, and one’s own thicker', () => {
    const yours = { ...published, whose: 'yours' } as const;
    const line = 'line[stroke="var(--rt-system-lumenize)"]';
    expect(attributes(one([{ whose: 'quoted', ms: 1 }]), line, 'x1')).toHaveLength(0);
    const both = one([published, yours, { whose: 'theirs', ms: 0.9 }]);
    expect(attributes(both, line, 'x1')).toHaveLength(2);
    expect(attributes(both, 'line[stroke-width]', 'stroke-width')).toEqual(['2.5', '4']);
  });

  it('writes a ratio beside each time, or beside none where one row has no room', () => {
    const short = { ...row, label: 'tRPC' };
    const ratiosAt = (width: number) => {
      const groups = [{ heading: '', rows: [short, row] }];
      return textsOf(beside({ ...data, groups, width })).filter((text) => text.endsWith('×'));
    };
    // Aligned on the point, so that what stands before it is a text of its own.
    expect(ratiosAt(646)).toEqual(['.08×', '.08×']);
    expect(ratiosAt(308)).toEqual([]);
  });

  it('keeps what was quoted hollow and fills what was measured', () => {
    const fills = attributes(one([{ whose: 'quoted', ms: 1 }, published]), MARK, 'fill');
    expect(fills).toEqual(['var(--rt-figure-page)', 'var(--rt-system-lumenize)']);
  });

  it('shades what the same takes by hand, from the left to that time', () => {
    const [group] = data.groups;
    const figure = beside({ ...data, groups: group ? [group] : [] });
    const ends = attributes(figure, 'rect', 'x').map(Number);
    expect(ends).toHaveLength(2);
    expect(new Set(ends).size).toBe(1);
    expect(attributes(one([published]), 'rect', 'x')).toEqual([]);
  });

  it.each(WIDTHS)('has all its text inside at %i px, with long names and wide numbers', (width) => {
    const figure = beside({ ...data, width });
    expect(textsOutside(figure)).toEqual([]);
    const texts = textsOf(figure).map(plain);
    expect(texts).toEqual(expect.arrayContaining(['Cap’n Web', 'ms, log scale']));
    expect(texts).toEqual(
      expect.arrayContaining(['0', '.61 ms', ...(width < 480 ? [] : ['1', '.08×'])]),
    );
  });
});
