import { describe, expect, it } from 'vitest';
import { normal, seeded } from '../plan/index.ts';
import { madeUpRecord, type MadeUp } from '../testing/fixture.ts';
import { analyse } from './index.ts';

const options = { reference: 'reference', subjects: ['subject'], margin: 0.05 };
const arms = ['baseline', 'reference', 'subject', 'twin'];

const analysed = (madeUp: Partial<MadeUp> & Pick<MadeUp, 'block'>) =>
  analyse(madeUpRecord({ arms, rounds: 15, ...madeUp }), options);

const scaled = (scales: Record<string, number>, spread: number) => {
  const random = seeded(1);
  return ({ arm }: { arm: string }) =>
    Array.from({ length: 4 }, () =>
      Math.round(1e5 * (scales[arm] ?? 1) * Math.exp(spread * normal(random))),
    );
};

describe('summaries', () => {
  it('hold for arms that have no block that counts', () => {
    const [summary] = analysed({ block: () => ({ void: 'connect' }) }).arms;
    expect(summary).toMatchObject({ counted: 0, void: 15, msPerOperation: undefined });
  });
});

describe('comparisons', () => {
  it('name the reference that is missing', () => {
    const record = madeUpRecord({ arms: ['subject'], rounds: 1, block: () => [1] });
    expect(() => analyse(record, options)).toThrow('reference is "reference"');
  });
});

describe('twin', () => {
  it('gives the smallest difference the run could have seen', () => {
    const [control] = analysed({ block: scaled({}, 0.02) }).controls;
    expect(control?.flaw).toBeUndefined();
    const { low = NaN, high = NaN } = control?.ratio?.interval ?? {};
    expect((1 + (control?.resolution ?? NaN)) ** 2).toBeCloseTo(high / low, 12);
  });

  it('is flawed where it differs from itself, and where noise is wider than the margin', () => {
    expect(analysed({ block: scaled({ twin: 1.2 }, 0.02) }).controls[0]?.flaw).toBe('differs');
    expect(analysed({ block: scaled({}, 0.5) }).controls[0]?.flaw).toBe('wide');
  });
});
