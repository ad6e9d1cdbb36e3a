import { describe, expect, it } from 'vitest';
import { entryRatios, ratioSentence, ratioText } from './ratios.ts';
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

describe('in words', () => {
  it('says that a quoted ratio has no interval', () => {
    const [quoted] = entryRatios(madeUpPage(['quoted']));
    expect(quoted && ratioText(quoted)).toBe('1.42× (quoted, no interval)');
  });

  it('names workload, arm and reference', () => {
    expect(ratioSentence(madeUpPage(['quoted']))).toBe(
      'Calls: One takes 1.42× (quoted, no interval) the time of Two.',
    );
    expect(ratioSentence(madeUpPage(['measured']))).toMatch(
      /^Calls: One takes 1\.5\d× \(1\.5\d–1\.5\d\) the time of Two\.$/,
    );
    expect(ratioSentence(madeUpPage([]))).toBeUndefined();
  });

  it('sets rates against each other as rates', () => {
    const page = madeUpPage(['quoted']);
    const quoted = page.quoted.map((run) => ({
      ...run,
      ratios: run.ratios.map((ratio) => ({ ...ratio, of: 'throughput' as const })),
    }));
    expect(ratioSentence({ ...page, quoted })).toBe(
      'Calls: Two has 1.42× (quoted, no interval) the throughput of One.',
    );
  });
});
