import { describe, expect, it } from 'vitest';
import { amounts, throughput } from './amounts.ts';
import { batches, type BatchPoint } from './batches.ts';
import type { Figure } from './figure.ts';
import { gains, spread } from './ranges.ts';
import { history, type HistoryData } from './history.ts';
import { plotWidth } from './marks.ts';
import { scaled, scaling } from './scaling.ts';
import { bandOf, shareBands } from './shares.ts';
import { stages } from './stages.ts';
import { attributes, svgOf, textsOf } from './testing/drawing.ts';
import { versus } from './versus.ts';

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

describe('spread', () => {
  const figure = spread({
    width: 704,
    rows: [
      { workload: 'a', label: 'L', system: 'lumenize', low: 10, high: 20, totals: [10, 15, 20] },
      { workload: 'b', label: 'all', low: 5, high: 8, totals: [] },
    ],
  });

  it('draws each run that is known, hollow, and both ends of each range', () => {
    expect(svgOf(figure).querySelectorAll('path[fill="var(--rt-figure-page)"]')).toHaveLength(0);
    expect(svgOf(figure).querySelectorAll('g[fill="var(--rt-figure-page)"] > *')).toHaveLength(3);
    expect(textsOf(figure)).toContain('10–20 ms');
    expect(textsOf(figure)).toContain('5–8 ms');
    expect(figure.title).toBe('The slowest run of a test took 1.60×–2.00× the time of the fastest');
  });
});

describe('stages', () => {
  const figure = stages({
    system: 'lumenize',
    name: 'L',
    workload: 'a',
    roundTrip: { label: 'all', ms: 1, decimals: 1, approximate: true },
    stages: [
      { label: 'one', ms: 0.1 },
      { label: 'two', ms: 0.3, approximate: true },
    ],
    rest: { label: 'rest', ms: 0.6 },
    width: 701,
  });

  it('draws parts as wide as their share, and the known ones again over the whole width', () => {
    const widths = numbers(figure, 'rect', 'width').map(Math.round);
    expect(widths).toEqual([70, 210, 420, 175, 525]);
  });

  it('says the value and the share of each part', () => {
    expect(textsOf(figure)).toContain('≈0.300 ms · 30.0 %');
    expect(figure.label.replaceAll('\u202f', ' ')).toContain('rest: 0.600 ms, 60.0 % of it.');
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

describe('versus', () => {
  const side = (system: string, perSecond: number) => ({ label: system, system, perSecond });
  const pairs = [
    { workload: 'a', subject: side('grpc-lisp', 90), reference: side('grpc-go', 100) },
    { workload: 'b', subject: side('grpc-lisp', 60), reference: side('grpc-go', 100) },
    { workload: 'c', subject: side('grpc-lisp', 10), reference: side('grpc-go', 100) },
  ];

  it('puts a share into the band that its whole per cent belongs to', () => {
    const nameOf = (share: number): string => bandOf(share, shareBands).name;
    expect([0, 0.494, 0.5, 0.794, 0.8, 1.2].map(nameOf)).toEqual([
      'far behind',
      'far behind',
      'behind',
      'behind',
      'close',
      'close',
    ]);
    expect(nameOf(0.796)).toBe('close');
    expect(() => bandOf(Number.NaN, shareBands)).toThrow('expected 0 or more');
  });

  it('names the bands in the drawing and in its label', () => {
    const figure = versus({ pairs, bands: shareBands, width: 342 });
    const texts = textsOf(figure);
    expect(texts).toEqual(
      expect.arrayContaining(['under 50 %: far behind', '50–79 %: behind', '80 % and more: close']),
    );
    expect(texts).toEqual(expect.arrayContaining(['90 %', '60 %', '10 %']));
    expect(figure.label).toContain('(close)');
    expect(figure.title.replaceAll('\u202f', ' ')).toMatch(
      / answers .* % of the calls that .* answers$/,
    );
    expect(svgOf(figure).querySelectorAll('[fill="var(--rt-figure-band)"] > rect')).toHaveLength(3);
  });

  it('draws a band alike whatever other bands there are', () => {
    const opacities = (bands: typeof shareBands) =>
      attributes(
        versus({ pairs, bands, width: 342 }),
        '[fill="var(--rt-figure-band)"] > rect',
        'fill-opacity',
      );
    const [, behind, close] = opacities(shareBands);
    expect(close).not.toBe(behind);
    expect(opacities(shareBands.filter(({ name }) => name !== 'behind')).at(-1)).toBe(close);
  });
});

describe('gains', () => {
  it('draws ranges on a log axis: the product of two is as wide as both together', () => {
    const row = { group: 'a', mark: 'quoted' } as const;
    const figure = gains({
      title: 't',
      width: 704,
      rows: [
        { ...row, label: 'one', low: 1, high: 2 },
        { ...row, label: 'two', low: 1.5, high: 3 },
        { ...row, label: 'product', low: 1.5, high: 6, mark: 'derived' },
      ],
    });
    const [one = 0, two = 0, product = 0] = numbers(figure, 'rect', 'width');
    expect(one).toBeCloseTo(two, 6);
    expect(product).toBeCloseTo(one + two, 6);
    expect(attributes(figure, 'rect', 'fill')).toEqual([
      'var(--rt-figure-page)',
      'var(--rt-figure-page)',
      'currentColor',
    ]);
    expect(textsOf(figure)).toContain('1.5–6×');
  });
});

describe('history', () => {
  const row = {
    entry: { title: 'First', href: '/first/' },
    when: '1 May 2025',
    commit: 'abc1234',
    where: 'here',
    methodChanged: false,
    measured: false,
  };
  const point = (index: number, value: number) => ({
    row: index,
    arm: 'L',
    value,
    text: String(value),
    again: false,
  });
  const data = (
    rows: HistoryData['rows'],
    values: readonly number[],
    width = 704,
  ): HistoryData => ({
    rows,
    panels: [
      { workload: 'a', unit: 'ms', points: values.map((value, index) => point(index, value)) },
    ],
    arms: [{ label: 'L', system: 'lumenize' }],
    width,
  });
  /** Lines of the series, as the number of points in each. */
  const lines = (figure: Figure): number[] =>
    attributes(figure, 'g[stroke-width="2"] > path:not([transform])', 'd')
      .map((d) => d?.split('L').length ?? 0)
      .filter((count) => count > 1);

  it('joins points of one method and one setting, across the others', () => {
    expect(lines(history(data([row, row, row], [1, 2, 3])))).toEqual([3]);
    const elsewhere = { ...row, where: 'there' };
    expect(lines(history(data([row, elsewhere, row], [1, 2, 3])))).toEqual([2]);
    expect(lines(history(data([row, elsewhere], [1, 2])))).toEqual([]);
  });

  it('breaks where the method changed, and says so', () => {
    const figure = history(data([row, { ...row, methodChanged: true }], [1, 2]));
    expect(lines(figure)).toEqual([]);
    expect(textsOf(figure)).toContain('measured in another way from here on');
    expect(svgOf(figure).querySelectorAll('g[stroke-dasharray] > path')).toHaveLength(1);
  });

  it('keeps a break of a row that has no points', () => {
    const changed = { ...row, methodChanged: true };
    const { panels, ...rest } = data([row, changed, row], []);
    const points = [point(0, 1), point(2, 2)];
    expect(lines(history({ ...rest, panels: [{ workload: 'a', unit: 'ms', points }] }))).toEqual(
      [],
    );
    expect(panels).toHaveLength(1);
  });

  it('writes date and commit beside the points, and fills what was measured here', () => {
    const figure = history(data([row, { ...row, measured: true }], [1, 2], 342));
    const named = [...svgOf(figure).querySelectorAll('text')].find(
      ({ textContent }) => textContent === '1 May 2025 · abc1234',
    );
    expect(named?.closest('g[fill]')?.getAttribute('fill')).toBe('var(--sl-color-text-accent)');
    const fills = attributes(figure, 'path[fill][transform]', 'fill').slice(-2);
    expect(fills).toEqual(['var(--rt-figure-page)', 'var(--rt-system-lumenize)']);
    expect(figure.note).toContain('medians measured here');
  });

  it('leads from the first row of each entry to it, by links that say which', () => {
    const other = { ...row, entry: { title: 'Second', href: '/second/' } };
    const drawing = svgOf(history(data([row, row, other], [1, 2, 3])));
    const links = [...drawing.querySelectorAll('a')].map((link) => [
      link.getAttribute('href'),
      link.getAttribute('aria-label'),
    ]);
    expect(links).toEqual([
      ['/first/', '1 May 2025 · abc1234: First'],
      ['/second/', '1 May 2025 · abc1234: Second'],
    ]);
    expect(drawing.getAttribute('role')).toBe('group');
    const read = [...drawing.children].filter((mark) => mark.getAttribute('aria-hidden') === null);
    expect(read.filter((mark) => mark.tagName !== 'style')).toHaveLength(1);
  });

  it('takes a log scale only where values lie far apart', () => {
    expect(history(data([row, row], [1, 10])).note).not.toContain('logarithmic');
    expect(history(data([row, row], [1, 20])).note).toContain('logarithmic');
  });

  it('breaks a long place into lines that fit beside the panels', () => {
    const where = 'workerd, 25 ms away (simulated network, jitter 2 ms) · Node 24.21.0';
    const texts = textsOf(history(data([row, { ...row, where }], [1, 2])));
    const from = texts.findIndex((text) => text.startsWith('workerd, '));
    const own = texts.slice(from, from + 3);
    expect(own.join(' ')).toBe(where);
    expect(Math.max(...own.map(({ length }) => length))).toBeLessThanOrEqual(30);
  });
});
