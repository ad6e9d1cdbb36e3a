import { describe, expect, it } from 'vitest';
import { entryRatios } from './documents.ts';
import { madeUpPage } from './testing/entry.ts';

describe('entryRatios', () => {
  it('follows the order of the records, then that of the workloads', () => {
    const order = (page: ReturnType<typeof madeUpPage>): string[] =>
      entryRatios(page).map(({ from, workload }) => `${from} ${workload}`);
    expect(order(madeUpPage(['measured', 'quoted']))).toEqual([
      'measured calls',
      'measured reads',
      'quoted calls',
    ]);
    expect(order(madeUpPage(['quoted', 'measured']))[0]).toBe('quoted calls');
  });

  it('has the interval and the verdict of what was measured, and neither of what is quoted', () => {
    const [measured, , quoted] = entryRatios(madeUpPage(['measured', 'quoted']));
    expect(measured).toMatchObject({ verdict: 'slower', reference: 'capnweb/in-memory' });
    expect(measured?.low).toBeLessThan(measured?.ratio ?? 0);
    expect(measured?.high).toBeGreaterThan(measured?.ratio ?? 9);
    expect(quoted?.ratio).toBeCloseTo(24.43 / 17.15, 10);
    expect(quoted).not.toHaveProperty('low');
    expect(quoted).not.toHaveProperty('verdict');
  });
});
