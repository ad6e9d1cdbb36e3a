import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { amounts, timePerOperation } from './amounts.ts';
import { draw, type Figure } from './figure.ts';

import { logDomain, logTicks, ratioTicks } from './marks.ts';
import { ratios, type RatioRow } from './ratios.ts';

const { document } = parseHTML('<!doctype html><html><body></body></html>');

/** All texts of a drawing, in order. */
function textsOf(figure: Figure): string[] {
  return [...draw(figure, { document }).querySelectorAll('text')].map((text) => text.textContent);
}

const ratioRow: RatioRow = {
  workload: '100 × increment',
  label: 'Lumenize',
  system: 'lumenize',
  mark: 'quoted',
  ratio: 1.4245,
};

describe('draw', () => {
  const figure = amounts({
    width: 340,
    quantity: timePerOperation,
    rows: [
      { group: 'a', label: 'L', system: 'lumenize', mark: 'quoted', value: 0.244 },
      { group: 'a', label: 'C', system: 'capnweb', mark: 'measured', value: 0.171 },
    ],
  });
  const svg = draw(figure, { document });

  it('makes one image with a name that holds the values', () => {
    expect(svg.tagName.toLowerCase()).toBe('svg');
    expect(svg.getAttribute('role')).toBe('img');
    expect(svg.getAttribute('aria-label')?.replaceAll('\u202f', ' ')).toBe(
      'a. An operation takes 0.171 ms with C, and 0.244 ms with L. a: L, 0.244 ms, quoted. a: C, 0.171 ms, measured.',
    );
    expect(svg.querySelectorAll('[aria-label]')).toHaveLength(0);
  });

  it('keeps quoted marks hollow and fills measured ones', () => {
    const fills = [...svg.querySelectorAll('path[fill]')].map((path) => path.getAttribute('fill'));
    expect(fills).toEqual(['var(--rt-figure-page)', 'var(--rt-system-capnweb)']);
  });

  it('says the unit on the axis', () => {
    expect(textsOf(figure)).toContain('ms per operation');
  });
});

describe('ratios', () => {
  const measured: RatioRow = { ...ratioRow, mark: 'measured', ratio: 1.1, low: 1.02, high: 1.2 };

  it('draws an interval only where there is one', () => {
    const stroke = '[stroke-width="2.5"] > *';
    const count = (rows: RatioRow[]): number =>
      draw(ratios({ rows, width: 700, reference: 'C' }), { document }).querySelectorAll(stroke)
        .length;
    expect(count([ratioRow])).toBe(0);
    expect(count([ratioRow, measured])).toBe(1);
  });

  it('writes the origin and the interval beside each row', () => {
    const texts = textsOf(ratios({ rows: [ratioRow, measured], width: 340, reference: 'C' }));
    expect(texts).toContain('Lumenize · from quoted figures');
    expect(texts).toContain('Lumenize · measured');
    expect(texts).toContain('1.10× (1.02–1.20)');
    expect(texts).toContain('1×');
  });

  it('draws the margin as a band that reads the same in both directions', () => {
    const svg = draw(ratios({ rows: [ratioRow], width: 700, reference: 'C', margin: 0.05 }), {
      document,
    });
    const band = svg.querySelector('[fill="var(--rt-figure-band)"] rect');
    const one = Number(svg.querySelector('[stroke-width="1.5"] line')?.getAttribute('x1'));
    const left = Number(band?.getAttribute('x'));
    expect(left + Number(band?.getAttribute('width')) / 2).toBeCloseTo(one, 6);
  });
});

describe('rows', () => {
  it('take a second line of text where one has no room', () => {
    const height = (label: string): number =>
      Number(
        draw(ratios({ rows: [{ ...ratioRow, label }], width: 340, reference: 'C' }), {
          document,
        }).getAttribute('height'),
      );
    expect(height('Lumenize RPC, hibernating, with a longer name')).toBeGreaterThan(height('L'));
  });
});

describe('long texts', () => {
  const rows: RatioRow[] = [
    { ...ratioRow, workload: '50 × increment(1), then getValue(), wrangler dev · Node.js 22.14.0' },
  ];

  it('break into lines that fit, with room for each', () => {
    const narrow = ratios({ rows, width: 342, reference: 'C' });
    expect(textsOf(narrow)).toContain('50 × increment(1), then getValue(), wrangler');
    expect(textsOf(narrow)).toContain('dev · Node.js 22.14.0');
    const height = (figure: Figure): number => figure.panels[0]?.options.height ?? 0;
    const short = ratios({ rows: [ratioRow], width: 342, reference: 'C' });
    expect(height(narrow)).toBe(height(short) + 17);
  });
});

describe('ticks', () => {
  it('always has 1 among ratios and leaves room between labels', () => {
    expect(ratioTicks([0.8, 1.6], 324)).toContain(1);
    const ticks = ratioTicks([0.5, 8], 324);
    const scale = 324 / Math.log(16);
    const gaps = ticks.slice(1).map((tick, index) => Math.log(tick / (ticks[index] ?? 1)) * scale);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(40);
  });

  it('steps times by 1, 2 and 5', () => {
    expect(logTicks([0.09, 2.5], 700)).toEqual([0.1, 0.2, 0.5, 1, 2]);
    expect(logTicks([0.001, 1000], 300)).toEqual([0.001, 0.01, 0.1, 1, 10, 100, 1000]);
    expect(logTicks([0.001, 1000], 160)).toEqual([0.001, 0.1, 10, 1000]);
  });

  it('has a domain even without values', () => {
    expect(logDomain([])).toEqual([0.5, 2]);
    expect(logDomain([0, Number.NaN, 4])).toEqual([4 / 1.1, 4 * 1.1]);
  });
});
