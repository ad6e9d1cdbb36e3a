import { describe, expect, it } from 'vitest';
import { amounts, throughput } from './amounts.ts';
import { batches, type BatchPoint } from './batches.ts';
import type { Figure } from './figure.ts';
import { type RangeRow, ranges, rangeText } from './ranges.ts';
import { plotWidth } from './marks.ts';
import { scaled, scaling } from './scaling.ts';
import { bandOf } from './shares.ts';
import { attributes, svgOf, textsOf } from './testing/drawing.ts';

const numbers = (figure: Figure, selector: string, name: string): number[] =>
  attributes(figure, selector, name).map(Number);

describe('amounts', () => {
  const row = { group: 'a', system: 'kkrpc', mark: 'quoted' } as const;
  const figure = amounts({
    width: 704,
    quantity: throughput,
    rows: [
      { ...row, label: 'L', value: 100, low: 90, high: 120 },
      { ...row, label: 'M', value: Number.NaN, instead: 'hung' },
    ],
  });

  it('draws a band from the low end to the high one, and no mark without an amount', () => {
    const [width = 0] = numbers(figure, '[fill-opacity] rect', 'width');
    const scale = plotWidth(704) / (120 * 1.04);
    expect(width).toBeCloseTo(30 * scale, 0);
    expect(svgOf(figure).querySelectorAll('[stroke-width="2.5"] > *')).toHaveLength(1);
    expect(textsOf(figure)).toContain('hung');
  });
});

describe('ranges', () => {
  const figure = (rows: readonly RangeRow[], ofFactors = false) =>
    ranges({ rows, title: 't', note: '', axis: 'x', width: 704, ofFactors });
  const lines = (drawn: Figure): number[] => {
    const of = (name: string) => numbers(drawn, 'g[aria-hidden] ~ g line, line', name);
    const [from, to] = [of('x1'), of('x2')];
    return from.map((x, at) => (to[at] ?? NaN) - x).filter((length) => length > 0);
  };

  it('draws each value that is known, hollow unless it ran here, and both ends', () => {
    const row = { group: 'a', label: 'L', system: 'lumenize', low: 10, high: 20 };
    const drawn = figure([
      { ...row, points: [10, 15, 20], text: '10–20 ms' },
      { ...row, points: [15], text: '15 ms', filled: true },
      { group: 'b', label: 'all', low: 5, high: 8, text: '5–8 ms' },
    ]);
    expect(attributes(drawn, 'path[fill]', 'fill')).toEqual([
      ...Array.from({ length: 3 }, () => 'var(--rt-figure-page)'),
      'var(--rt-system-lumenize)',
    ]);
    expect(textsOf(drawn)).toEqual(expect.arrayContaining(['10–20 ms', '5–8 ms']));
  });

  it('draws factors on a log axis: the product of two is as wide as both together', () => {
    const row = (label: string, low: number, high: number) => ({
      ...{ group: 'a', label, low, high, text: rangeText(low, high) },
    });
    const drawn = figure([row('one', 1, 2), row('two', 1.5, 3), row('product', 1.5, 6)], true);
    const [one = 0, two = 0, product = 0] = lines(drawn).slice(-3);
    expect(one).toBeCloseTo(two, 6);
    expect(product).toBeCloseTo(one + two, 6);
    expect(textsOf(drawn)).toContain('1.5–6×');
  });
});

describe('batches', () => {
  const point = { setting: 's', label: 'L', system: 'lumenize-call' };
  const points: BatchPoint[] = [
    { ...point, operations: 25, totalMs: 642 },
    { ...point, operations: 45, totalMs: 1208 },
    { ...point, operations: 50, hung: 'hung at 45 of 50' },
  ];
  const figure = batches({ rows: points, width: 704 });

  it('draws a hang above every time, joined to nothing', () => {
    const shapes = [...svgOf(figure).querySelectorAll('.rt-plot-panel path[transform]')];
    const heights = shapes.map((shape) =>
      Number(/translate\([^,]+,([^)]+)\)/.exec(shape.getAttribute('transform') ?? '')?.[1]),
    );
    expect(Math.min(...heights)).toBe(heights.at(-1));
    // From the first batch to the last that ended.
    const line = attributes(figure, 'g[stroke-width="2"] > path:not([transform])', 'd');
    expect(line.map((d) => d?.split('L').length)).toEqual([2]);
    expect(textsOf(figure)).toContain('L hung at 45 of 50');
    expect(figure.note).toContain('it has no time');
  });

  it('has the smallest batch that hung as its title, or a question', () => {
    expect(figure.title).toBe('With L, a batch of 50 calls hung');
    expect(batches({ rows: points.slice(0, 2), width: 704 }).title).toMatch(/\?$/);
  });

  it('gives every setting a panel and a scale of its own', () => {
    const local = { ...point, setting: 'local', operations: 10, totalMs: 1 };
    const both = batches({ rows: [...points, local], width: 342 });
    expect(textsOf(both).filter((text) => text === 'ms for the batch')).toHaveLength(2);
    expect(textsOf(both)).toEqual(expect.arrayContaining(['1 000', '0.4', 's', 'local']));
    expect(both.note).toContain('a scale of its own');
  });
});

describe('scaling', () => {
  const points = [
    { label: 'L', system: 'grpc-lisp', clients: 10, perSecond: 50 },
    { label: 'L', system: 'grpc-lisp', clients: 1, perSecond: 10 },
  ];

  it('takes the first point of each system as its ideal', () => {
    expect(scaled(points).map(({ ideal, efficiency }) => [ideal, efficiency])).toEqual([
      [10, 1],
      [100, 0.5],
    ]);
  });

  it('draws the ideal dashed over the throughput', () => {
    const figure = scaling({ rows: points, width: 704 });
    const ends = (selector: string): number[] =>
      attributes(figure, selector, 'd').map((d) => Number(d?.split(',').at(-1)));
    const [ideal = 0] = ends('g[stroke-dasharray] path');
    const [reached = 0] = ends('g[stroke-width="2.5"] path');
    expect(ideal).toBeLessThan(reached);
    expect(figure.title).toBe('From 1 to 10 clients, throughput becomes 5.00× with L');
  });
});

describe('bandOf', () => {
  it('puts a share into the band that its whole per cent belongs to', () => {
    const nameOf = (share: number): string => bandOf(share).name;
    expect([0, 0.494, 0.5, 0.794, 0.8, 1.2].map(nameOf)).toEqual([
      'far behind',
      'far behind',
      'behind',
      'behind',
      'close',
      'close',
    ]);
    expect(nameOf(0.796)).toBe('close');
    expect(() => bandOf(Number.NaN)).toThrow('expected 0 or more');
  });
});
