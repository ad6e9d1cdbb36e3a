import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { coverage, isInside, twinsDifferent, type CalibrationPoint } from './calibration.ts';
import { draw } from './figure.ts';
import { plan } from './plan.ts';

const { document } = parseHTML('<!doctype html><html><body></body></html>');

const point: CalibrationPoint = {
  name: 'quiet',
  rounds: 15,
  rule: 'fixed',
  coverage: 0.955,
  calledDifferent: 0.02,
};

describe('calibration', () => {
  it.each([
    [{}, true],
    [{ coverage: 0.98 }, false],
    [{ coverage: 0.98, rounds: 5 }, true],
    [{ coverage: 0.98, rule: 'until-decided' as const }, true],
    [{ coverage: 0.92 }, false],
    [{ calledDifferent: 0.06 }, false],
  ])('with %j lies inside: %s', (change, inside) => {
    expect(isInside({ ...point, ...change })).toBe(inside);
  });

  it('fills the dots that lie outside, and no others', () => {
    const points = [point, { ...point, coverage: 0.91 }, { ...point, coverage: 0.95 }];
    const dots = draw(coverage({ points, width: 700 }), { document }).querySelectorAll('circle');
    const fills = [...dots].map((dot) => dot.getAttribute('fill'));
    expect(fills.filter((fill) => fill === 'currentColor')).toHaveLength(1);
    expect(fills).toHaveLength(3);
  });

  it('says the ranges for those who cannot see them', () => {
    const points = [point, { ...point, calledDifferent: 0.031 }];
    const { label } = twinsDifferent({ points, width: 340 });
    expect(label.replaceAll('\u202f', ' ')).toContain('15 rounds: 2.0 % to 3.1 %.');
  });
});

describe('plan', () => {
  const arms = new Map([
    ['a', { letter: 'A', label: 'First', system: 'lumenize' }],
    ['b', { letter: 'B', label: 'Second', system: 'capnweb' }],
  ]);
  const blocks = [
    { round: 0, arm: 'b', workload: 'w' },
    { round: 0, arm: 'a', workload: 'w' },
    { round: 1, arm: 'a', workload: 'w' },
    { round: 1, arm: 'b', workload: 'w' },
  ];
  const data = { arms, workloads: new Map([['w', 'Calls']]), width: 340 };

  it('keeps the order of the blocks', () => {
    const { label } = plan({ ...data, blocks });
    expect(label).toContain('Round 1, Calls: B, A. Round 2, Calls: A, B.');
  });

  it('refuses an arm without a letter', () => {
    expect(() => plan({ ...data, blocks: [{ round: 0, arm: 'c', workload: 'w' }] })).toThrow(
      'got the arm "c"',
    );
  });
});
