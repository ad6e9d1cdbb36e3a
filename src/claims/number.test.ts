import { describe, expect, it } from 'vitest';
import { madeUpRounds } from '../harness/testing/fixture.ts';
import { markedNumber } from './elements.ts';
import { testScope } from './testing/scope.ts';

const file = 'content/entries/sums/2025-01-02-own.mdx';
const shown = (attributes: Record<string, unknown>) => markedNumber(attributes, file, testScope());

describe('a figure in prose', () => {
  it.each([
    [{ of: '$r("slow", "add").totalMs', unit: 'ms' }, '24.43\u202fms', 'quoted'],
    [{ of: '$r("slow", "add").totalMs', unit: 'ms', decimals: '1' }, '24.4\u202fms', 'quoted'],
    // No more digits than the record has.
    [{ of: '$r("slow", "add").totalMs', unit: 'ms', decimals: '4' }, '24.43\u202fms', 'quoted'],
    [{ of: '[$low("gain"), $high("gain")]', unit: '%' }, '2–3\u202f%', 'quoted'],
    [{ of: '$f("drift")', unit: '%' }, '−7.2\u202f%', 'quoted'],
    [{ of: '$ratio("slow", "add")', unit: '×' }, '1.42×', 'derived'],
    [{ of: '$ratio("slow", "add")', unit: '×', decimals: '3' }, '1.424×', 'derived'],
    [{ of: '$t("slow", "add")', unit: 'ms' }, '0.244\u202fms', 'derived'],
    [{ of: '$config("Duration")', unit: 's' }, '5\u202fs', 'quoted'],
    [{ of: '$count($config("Batches"))', unit: '' }, '2', 'derived'],
  ])('%j is %s, %s', async (attributes, text, mark) => {
    expect(await shown(attributes)).toEqual({ text, mark });
  });

  it('may have its formula wrapped, within a name too', async () => {
    const scope = testScope({ configuration: [{ name: 'Timed calls', value: 7, unit: 'calls' }] });
    const attributes = { of: '$config(\n  "Timed\n  calls")', unit: 'calls' };
    expect((await markedNumber(attributes, file, scope)).text).toBe('7\u202fcalls');
  });

  const measured = (rounds: number) => {
    const record = madeUpRounds({
      arms: ['fast', 'slow'],
      workloads: ['add'],
      rounds,
      block: ({ arm, round }) =>
        Array<number>(10).fill((arm === 'slow' ? 12_345 : 1234.5) + 100 * round),
    });
    return testScope(
      { records: ['sums/measured'] },
      { 'sums/measured': { ...record, study: 'sums' } },
    );
  };

  // Of eight rounds the interval goes from the lowest to the highest.
  it.each([
    ['$median("slow", "add")', 'ms', '12.7\u202fms (12.3–13.0)', 'measured'],
    ['1000 / $median("slow", "add")', '/s', '78.8\u202f/s (76.7–81.0)', 'derived'],
    ['$median("slow", "add") / $median("fast", "add")', '×', '8.01× (6.38–10.57)', 'derived'],
  ])('has the digits and the interval of what was measured: %s', async (of, unit, text, mark) => {
    const attributes = { of, unit, ...(unit === '/s' && { decimals: '1' }) };
    expect(await markedNumber(attributes, file, measured(8))).toEqual({ text, mark });
  });

  it('says where sessions are too few for the interval of a median', async () => {
    const attributes = { of: '$median("slow", "add")', unit: 'ms' };
    const { text } = await markedNumber(attributes, file, measured(3));
    expect(text).toBe('12.4\u202fms (no interval)');
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
