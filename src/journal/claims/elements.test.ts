import { describe, expect, it } from 'vitest';
import { formatQuantity } from '../../results/numbers/quantity.ts';
import { isQuantity } from '../../results/tables/table.ts';
import { proseNumber, proseRatio, ratioTable } from './elements.ts';
import { measuredResult, testScope } from './testing/scope.ts';

const file = 'content/entries/sums/2025-01-02-own.mdx';
const shown = (attributes: Record<string, unknown>) => proseNumber(attributes, file, testScope());

describe('a figure in prose', () => {
  it.each([
    [{ of: '$r("slow", "add").totalMs', unit: 'ms' }, '24.43\u202fms'],
    // No more digits than the record has.
    [{ of: '$r("slow", "add").totalMs', unit: 'ms', decimals: '4' }, '24.43\u202fms'],
    [{ of: '[$low("gain"), $high("gain")]', unit: '%' }, '2–3\u202f%'],
    [{ of: '[$f("drift"), $f("drift") - 0.01]', unit: '%', decimals: '1' }, '−7.2\u202f%'],
    [{ of: '$f("drift")', unit: '%' }, '−7.2\u202f%'],
    [{ of: '$ratio("slow", "add")', unit: '×' }, '1.42×'],
    [{ of: '$ratio("slow", "add")', unit: '×', decimals: '3' }, '1.424×'],
    [{ of: '$t("slow", "add")', unit: 'ms' }, '0.244\u202fms'],
    [{ of: '$config("Duration")', unit: 's' }, '5\u202fs'],
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
    [{ unit: 'ms' }, 'of: got nothing, expected a formula'],
    [{ of: '$f("drift")', unit: 'sec' }, 'unit: got "sec", expected one of'],
    [{ of: '$f("drift")', unit: 'ms' }, 'got unit "ms", expected "%"'],
    [{ of: '$f("drift")', unit: '%', decimals: 'two' }, 'decimals: got "two", expected a digit'],
    [
      { of: '$f("drift")', unit: '%', digits: '2' },
      'digits: got a field that is not in the schema',
    ],
    [{ of: '[$f("drift"), 1, 2]', unit: '%' }, 'got 3 values, expected one, or two for a range'],
  ])('%j is refused', async (attributes, message) => {
    await expect(shown(attributes)).rejects.toThrow(message);
    await expect(shown(attributes)).rejects.toThrow(file);
  });
});

const records = { 'sums/one': measuredResult(2), 'sums/two': measuredResult(3) };
const scope = testScope({ records: Object.keys(records) }, records);
const alone = testScope({ records: ['sums/one'] }, records);
const quoted = testScope({ records: ['sums/2025-01-02-own', 'sums/one'] }, records);
const slow = { of: 'slow', to: 'fast', workload: 'add' };

describe('a ratio in a sentence', () => {
  it('has its interval, and is of the record at a place of the entry’s list', async () => {
    expect((await proseRatio({ ...slow, record: '2' }, file, scope)).text).toBe(
      '3.00× (2.97–3.03)',
    );
    const turned = { ...slow, of: 'fast', to: 'slow', interval: 'none' };
    expect((await proseRatio(turned, file, alone)).text).toBe('0.50×');
  });

  it('needs sessions enough for an interval', async () => {
    const few = testScope({ records: ['sums/few'] }, { 'sums/few': measuredResult(2, 2) });
    await expect(proseRatio(slow, file, few)).rejects.toThrow('got 2 sessions of "slow"');
  });

  it.each([
    [{ ...slow, record: '3' }, 'record: got "3", expected 1 to 2'],
    [{ ...slow, record: 'three' }, 'content/results/sums/three.json: got no such file'],
    [slow, 'record: got nothing, expected its place'],
    [{ ...slow, record: '1', of: 'slw' }, 'got "slw", expected one of fast, slow'],
    [{ ...slow, record: '1', to: 'fast slow' }, 'to: got "fast slow", expected one name'],
    [{ ...slow, record: '1', workload: 'ad' }, 'workload: got "ad", expected one of add, take'],
    [{ ...slow, record: '1', interval: 'no' }, 'interval: got "no", expected "none"'],
    [{ to: 'fast', workload: 'add', record: '1' }, '<Ratio of=nothing> of: got nothing'],
  ])('%j is refused', async (attributes, message) => {
    await expect(proseRatio(attributes, file, scope)).rejects.toThrow(message);
    await expect(proseRatio(attributes, file, scope)).rejects.toThrow(`${file} <Ratio of=`);
  });

  it('is of measured records alone', async () => {
    await expect(proseRatio({ ...slow, record: '1' }, file, quoted)).rejects.toThrow(
      'a quoted record, expected a measured one',
    );
  });
});

/** The table as its estimates. */
async function tableOf(attributes: Record<string, unknown>, within = scope) {
  const { columns, groups } = await ratioTable(attributes, file, within);
  const rows = groups.flatMap((group) => group.rows);
  return [
    columns.map(({ label }) => label),
    ...rows.map(({ cells }) =>
      cells.map((cell) => (isQuantity(cell) ? formatQuantity(cell) : cell)),
    ),
  ];
}

describe('a table of ratios', () => {
  const given = { of: 'slow', to: 'fast', workloads: 'add', corner: 'Time' };
  const named = { ...given, rows: 'Slow,\n  add | Take | Again', columns: ' Node.js | Chromium' };

  it('has lists for its rows and for its columns', async () => {
    const lists = { workloads: 'add\n  take add', records: '1 2', of: 'slow slow fast' };
    expect(await tableOf({ ...named, ...lists, to: 'fast fast slow' })).toEqual([
      ['Time', 'Node.js', 'Chromium'],
      ['Slow, add', '2.00×', '3.00×'],
      ['Take', '2.00×', '3.00×'],
      ['Again', '0.50×', '0.33×'],
    ]);
  });

  it.each([
    [{ records: '1 3' }, 'record: got "3", expected 1 to 2'],
    [{ of: 'slow lost' }, 'got "lost", expected one of fast, slow'],
    [{ to: '' }, 'to: got 0, expected 1, or one for each of 3 rows or of 2 columns'],
    [{ of: 'slow fast', rows: 'A | B' }, 'of: got 2, expected 1, or one for each of 2 rows'],
    [{ rows: undefined }, 'rows: got nothing, expected names with | between them'],
  ])('%j is refused', async (changes, message) => {
    const attributes = { ...named, ...changes };
    await expect(tableOf(attributes)).rejects.toThrow(message);
    await expect(tableOf(attributes)).rejects.toThrow(`${file} <Ratios of=`);
  });
});
