import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { type CalibrationPoint, coverage, isInside } from './method.ts';
import { draw } from './figure.ts';

const { document } = parseHTML('<!doctype html><html><body></body></html>');

const point: CalibrationPoint = { name: 'near', ending: 'time', coverage: 0.955 };

describe('calibration', () => {
  it.each([
    [{}, true],
    [{ coverage: 0.98 }, false],
    [{ coverage: 0.93 }, false],
    [{ calledDifferent: 0.06 }, false],
  ])('with %j lies inside: %s', (change, inside) => {
    expect(isInside({ coverage: 0.955, calledDifferent: 0.02, ...change })).toBe(inside);
  });

  it('fills the dots that lie outside, and no others', () => {
    const points = [point, { ...point, coverage: 0.91 }, { ...point, coverage: 0.95 }];
    const dots = draw(coverage({ points, width: 700 }), { document }).querySelectorAll('circle');
    const fills = [...dots].map((dot) => dot.getAttribute('fill'));
    expect(fills.filter((fill) => fill === 'currentColor')).toHaveLength(1);
    expect(fills).toHaveLength(3);
  });

  it('says the ranges for those who cannot see them', () => {
    const points = [point, { ...point, coverage: 0.961 }];
    const { label, title } = coverage({ points, width: 340 });
    expect(title.replaceAll('\u202f', ' ')).toBe(
      '95 % intervals hold the truth in 95.5 %–96.1 % of the runs',
    );
    expect(label.replaceAll('\u202f', ' ')).toContain(
      'A run ends with a fixed time: 95.5 % to 96.1 %.',
    );
  });
});
