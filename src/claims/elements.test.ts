import { describe, expect, it } from 'vitest';
import { proseNumber } from './elements.ts';
import { measuredResult, testScope } from './testing/scope.ts';

const file = 'content/entries/sums/2025-01-02-own.mdx';
const shown = (attributes: Record<string, unknown>) => proseNumber(attributes, file, testScope());

describe('a figure in prose', () => {
  it.each([
    [{ of: '$r("slow", "add").totalMs', unit: 'ms' }, '24.43\u202fms'],
    [{ of: '$r("slow", "add").totalMs', unit: 'ms', decimals: '1' }, '24.4\u202fms'],
    // No more digits than the record has.
    [{ of: '$r("slow", "add").totalMs', unit: 'ms', decimals: '4' }, '24.43\u202fms'],
    [{ of: '[$low("gain"), $high("gain")]', unit: '%' }, '2–3\u202f%'],
    [{ of: '$f("drift")', unit: '%' }, '−7.2\u202f%'],
    [{ of: '$ratio("slow", "add")', unit: '×' }, '1.42×'],
    [{ of: '$ratio("slow", "add")', unit: '×', decimals: '3' }, '1.424×'],
    [{ of: '$t("slow", "add")', unit: 'ms' }, '0.244\u202fms'],
    [{ of: '$config("Duration")', unit: 's' }, '5\u202fs'],
    [{ of: '$count($config("Batches"))', unit: '' }, '2'],
  ])('%j is %s', async (attributes, text) => {
    expect((await shown(attributes)).text).toBe(text);
  });

  it('may have its formula wrapped, within a name too', async () => {
    const scope = testScope({ configuration: [{ name: 'Timed calls', value: 7, unit: 'calls' }] });
    const attributes = { of: '$config(\n  "Timed\n  calls")', unit: 'calls' };
    expect((await proseNumber(attributes, file, scope)).text).toBe('7\u202fcalls');
  });

  const measured = (sessions: number) =>
    testScope(
      { records: ['sums/measured'] },
      { 'sums/measured': measuredResult(10.1234, sessions) },
    );

  it.each([
    ['$median("slow", "add")', 'ms', '2.02\u202fms (2.00–2.04)'],
    ['1000 / $median("slow", "add")', '/s', '493.9\u202f/s (489.0–498.9)'],
    // Each of both medians may be at either end.
    ['$median("slow", "add") / $median("fast", "add")', '×', '10.1× (9.9–10.3)'],
  ])('has the digits and the interval of what was measured: %s', async (of, unit, text) => {
    const attributes = { of, unit, ...(unit === '/s' && { decimals: '1' }) };
    expect((await proseNumber(attributes, file, measured(8))).text).toBe(text);
  });

  it('says where sessions are too few for the interval of a median', async () => {
    const attributes = { of: '$median("slow", "add")', unit: 'ms' };
    const { text } = await proseNumber(attributes, file, measured(3));
    expect(text).toBe('2.02\u202fms (no interval)');
  });

  it('has its exact value and its origin behind it', async () => {
    const { more } = await shown({ of: '$t("slow", "add")', unit: 'ms' });
    expect(more.replaceAll(/[\u202f\u00a0]/g, ' ')).toBe(
      '0.2443 ms, computed. Quoted from “Sums”, 2 January 2025 (record sums/2025-01-02-own).',
    );
    const attributes = { of: '$median("slow", "add")', unit: 'ms' };
    const ours = await proseNumber(attributes, file, measured(8));
    expect(ours.more.replaceAll(/[\u202f\u00a0]/g, ' ')).toBe(
      '2.02468 ms. Measured from Node.js on 22 November 2026, workerd, same machine (record sums/measured).',
    );
  });

  it.each([
    [{ unit: 'ms' }, 'of: got none, expected a formula'],
    [{ of: '$f("drift")' }, 'unit: got nothing, expected one of "", "ms"'],
    [{ of: '$f("drift")', unit: 'sec' }, 'unit: got "sec", expected one of'],
    [{ of: '$f("drift")', unit: 'ms' }, 'got unit "ms", expected "%"'],
    [{ of: '$f("drift")', unit: '%', decimals: 'two' }, 'decimals: got "two", expected a digit'],
    [{ of: '$f("drift")', unit: '%', digits: '2' }, 'got attribute digits, expected of, unit'],
    [{ of: '[$f("drift"), 1, 2]', unit: '%' }, 'got 3 values, expected one, or two for a range'],
    [{ of: '7.2', unit: '%' }, 'got a formula that reads nothing'],
  ])('%j is refused', async (attributes, message) => {
    await expect(shown(attributes)).rejects.toThrow(message);
    await expect(shown(attributes)).rejects.toThrow(file);
  });
});
