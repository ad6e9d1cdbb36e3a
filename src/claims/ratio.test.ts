import { describe, expect, it } from 'vitest';
import { formatQuantity } from '../numbers/quantity.ts';
import { isQuantity } from '../tables/table.ts';
import { proseRatio, ratioTable } from './ratio.ts';
import { measuredResult, testScope } from './testing/scope.ts';

const file = 'content/entries/sums/2025-01-02-own.mdx';

const records = { 'sums/one': measuredResult(2), 'sums/two': measuredResult(3) };
const scope = testScope({ records: Object.keys(records) }, records);
const alone = testScope({ records: ['sums/one'] }, records);
const quoted = testScope({ records: ['sums/2025-01-02-own', 'sums/one'] }, records);
const slow = { of: 'slow', to: 'fast', workload: 'add' };

describe('a ratio in a sentence', () => {
  it('has its interval, and is of the record at a place of the entry’s list', async () => {
    expect((await proseRatio({ ...slow, record: '2' }, file, scope)).text).toBe(
      '3.00× (2.97–3.03×)',
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
    [{ ...slow, record: 'one' }, 'record: got "one", expected 1 to 2'],
    [{ ...slow, record: '0' }, 'record: got "0", expected 1 to 2'],
    [slow, 'record: got nothing, expected the place of a record in the entry’s list'],
    [{ ...slow, record: '1', of: 'slw' }, 'got "slw", expected one of fast, slow'],
    [{ ...slow, record: '1', to: 'none' }, 'got "none", expected one of fast, slow'],
    [{ ...slow, record: '1', to: 'fast slow' }, 'to: got "fast slow", expected an arm'],
    [{ ...slow, record: '1', workload: 'ad' }, 'workload: got "ad", expected one of add, take'],
    [{ ...slow, record: '1', interval: 'no' }, 'interval: got "no", expected "none"'],
    [{ ...slow, workloads: 'add' }, 'got attribute workloads, expected of, to, workload, record'],
    [
      { to: 'fast', workload: 'add', record: '1' },
      '<Ratio of=nothing> of: got nothing, expected an arm',
    ],
  ])('%j is refused', async (attributes, message) => {
    await expect(proseRatio(attributes, file, scope)).rejects.toThrow(message);
    await expect(proseRatio(attributes, file, scope)).rejects.toThrow(`${file} <Ratio of=`);
  });

  it('is of measured records alone', async () => {
    await expect(proseRatio({ ...slow, record: '1' }, file, quoted)).rejects.toThrow(
      'a quoted record, expected a measured one',
    );
    await expect(proseRatio({ ...slow, record: '2' }, file, alone)).rejects.toThrow(
      'record: got "2", expected 1, the only record',
    );
  });
});

const names = { arm: (id: string) => id.toUpperCase(), record: (id: string) => `record ${id}` };

/** The table as its estimates. */
async function tableOf(attributes: Record<string, string>, within = scope) {
  const { columns, groups } = await ratioTable(attributes, file, within, names);
  const rows = groups.flatMap((group) => group.rows);
  return [
    columns.map(({ label }) => label),
    ...rows.map(({ cells }) =>
      cells.map((cell) => (isQuantity(cell) ? formatQuantity(cell) : cell)),
    ),
  ];
}

describe('a table of ratios', () => {
  it('has a workload a row and a record a column', async () => {
    const attributes = { of: 'slow', to: 'fast', workloads: 'add\n  take' };
    const table = [
      ['', 'record sums/one', 'record sums/two'],
      ['add', '2.00×', '3.00×'],
      ['take', '2.00×', '3.00×'],
    ];
    expect(await tableOf({ ...attributes, records: '1 2' })).toEqual(table);
    expect(await tableOf(attributes)).toEqual(table);
    expect(await tableOf({ ...attributes, records: '2' })).toEqual([
      ['', 'record sums/two, SLOW, to FAST'],
      ['add', '3.00×'],
      ['take', '3.00×'],
    ]);
  });

  it('has an arm a column, and what is named in step with it', async () => {
    const attributes = { of: 'slow fast', to: 'fast slow', workloads: 'add take' };
    expect(await tableOf(attributes, alone)).toEqual([
      ['', 'SLOW, to FAST', 'FAST, to SLOW'],
      ['add', '2.00×', '0.50×'],
      ['take', '2.00×', '0.50×'],
    ]);
  });

  it('goes down by what its author says, with the author’s names', async () => {
    const given = { of: 'slow', to: 'fast', workloads: 'add take' };
    const named = { corner: 'Time', columns: ' Node.js | Chromium', rows: 'Slow,\n  add | Take' };
    expect(await tableOf({ ...given, ...named })).toEqual([
      ['Time', 'Node.js', 'Chromium'],
      ['Slow, add', '2.00×', '3.00×'],
      ['Take', '2.00×', '3.00×'],
    ]);
  });

  it.each([
    [{ records: '1 3' }, 'records: got "3", expected 1 to 2'],
    [{ of: 'slow lost' }, 'got "lost", expected one of fast, slow'],
    [{ workloads: 'add lost' }, 'workload: got "lost", expected one of add, take'],
    [{ to: '' }, 'to: got 0, expected 1 or 2'],
    [{ workloads: '' }, 'workloads: got 0, expected one at least'],
    [{ of: 'slow fast slow' }, 'records: got 2, expected 1 or 3'],
    [{ down: 'arms' }, 'down: got "arms", expected one of records, of, to, workloads'],
    [{ rows: 'One' }, 'rows: got 1 names, expected 2'],
    [{ columns: 'a | b | c' }, 'columns: got 3 names, expected 2'],
    [{ workload: 'add' }, 'got attribute workload, expected records, of, to, workloads, down'],
  ])('%j is refused', async (changes, message) => {
    const attributes = { of: 'slow', to: 'fast', workloads: 'add take', ...changes };
    await expect(tableOf(attributes)).rejects.toThrow(message);
    await expect(tableOf(attributes)).rejects.toThrow(`${file} <Ratios of=`);
  });
});
