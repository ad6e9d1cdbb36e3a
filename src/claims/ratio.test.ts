import { describe, expect, it } from 'vitest';
import { FEWEST_SESSIONS } from '../harness/statistics/index.ts';
import { madeUpRounds } from '../harness/testing/fixture.ts';
import { markedRatio, ratioTable } from './ratio.ts';
import { testScope } from './testing/scope.ts';

const file = 'content/entries/sums/2025-01-02-own.mdx';

/** The record’s last workload tells both records apart; the slow arm takes `factor` times as long. */
function measured(factor: number, rounds = 8) {
  const record = madeUpRounds({
    arms: ['fast', 'slow', 'padded'],
    workloads: ['add', 'take'],
    rounds,
    block: ({ arm, workload, round }) => {
      const base = (workload === 'add' ? 200 : 400) + round;
      return Array<number>(10).fill(arm === 'slow' ? factor * base : base);
    },
  });
  return { ...record, study: 'sums' };
}

const records = { 'sums/one': measured(2), 'sums/two': measured(3) };
const scope = testScope({ records: Object.keys(records) }, records);
const alone = testScope({ records: ['sums/one'] }, records);
const quoted = testScope({ records: ['sums/2025-01-02-own', 'sums/one'] }, records);
const slow = { of: 'slow', to: 'fast', workload: 'add' };
const shown = (text: string) => ({ text, mark: 'derived' });

describe('a ratio in a sentence', () => {
  it('has its interval, and is of the record at a place of the entry’s list', async () => {
    expect(await markedRatio({ ...slow, record: '2' }, file, scope)).toEqual({
      estimate: shown('3.00×'),
      interval: shown('3.00–3.00×'),
    });
    expect(await markedRatio({ ...slow, of: 'fast', to: 'slow' }, file, alone)).toMatchObject({
      estimate: shown('0.50×'),
    });
  });

  it('may stand without its interval', async () => {
    const attributes = { ...slow, interval: 'none' };
    expect(await markedRatio(attributes, file, alone)).toEqual({ estimate: shown('2.00×') });
  });

  it('needs as many sessions as it asks for', async () => {
    const over = (rounds: number) =>
      markedRatio(
        slow,
        file,
        testScope({ records: ['sums/few'] }, { 'sums/few': measured(2, rounds) }),
      );
    expect(await over(FEWEST_SESSIONS)).toMatchObject({ estimate: shown('2.00×') });
    await expect(over(FEWEST_SESSIONS - 1)).rejects.toThrow(`expected at least ${FEWEST_SESSIONS}`);
  });

  it.each([
    [{ ...slow, record: '3' }, 'record: got "3", expected 1 to 2'],
    [{ ...slow, record: 'one' }, 'record: got "one", expected 1 to 2'],
    [{ ...slow, record: '0' }, 'record: got "0", expected 1 to 2'],
    [slow, 'record: got nothing, expected the place of a record in the entry’s list'],
    [{ ...slow, record: '1', of: 'slw' }, 'of: got "slw", expected one of fast, slow, padded'],
    [{ ...slow, record: '1', to: 'none' }, 'to: got "none", expected one of fast, slow, padded'],
    [{ ...slow, record: '1', to: 'fast slow' }, 'to: got "fast slow", expected an arm'],
    [{ ...slow, record: '1', workload: 'ad' }, 'workload: got "ad", expected one of add, take'],
    [{ ...slow, record: '1', interval: 'no' }, 'interval: got "no", expected "none"'],
    [{ ...slow, workloads: 'add' }, 'got attribute workloads, expected of, to, workload, record'],
    [
      { to: 'fast', workload: 'add', record: '1' },
      '<Ratio of=nothing> of: got nothing, expected an arm',
    ],
  ])('%j is refused', async (attributes, message) => {
    await expect(markedRatio(attributes, file, scope)).rejects.toThrow(message);
    await expect(markedRatio(attributes, file, scope)).rejects.toThrow(`${file} <Ratio of=`);
  });

  it('is of measured records alone', async () => {
    await expect(markedRatio({ ...slow, record: '1' }, file, quoted)).rejects.toThrow(
      'record: got 1, a quoted one, expected a measured one',
    );
    await expect(markedRatio({ ...slow, record: '2' }, file, alone)).rejects.toThrow(
      'record: got "2", expected 1, the only record',
    );
  });
});

const names = { arm: (id: string) => id.toUpperCase(), record: (id: string) => `record ${id}` };

/** The table as its estimates. */
async function tableOf(attributes: Record<string, string>, within = scope) {
  const { head, rows } = await ratioTable(attributes, file, within, names);
  return [
    head,
    ...rows.map(({ name, cells }) => [name, ...cells.map(({ estimate }) => estimate.text)]),
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
    const attributes = { of: 'slow fast', to: 'fast padded', workloads: 'add take' };
    expect(await tableOf(attributes, alone)).toEqual([
      ['', 'SLOW, to FAST', 'FAST, to PADDED'],
      ['add', '2.00×', '1.00×'],
      ['take', '2.00×', '1.00×'],
    ]);
  });

  it('goes down by what its author says, with the author’s names', async () => {
    const given = { of: 'slow padded', to: 'fast', workloads: 'add take', down: 'of workloads' };
    const named = { corner: 'Time', columns: ' Node.js | Chromium', rows: 'Slow,\n  add | Padded' };
    expect(await tableOf({ ...given, ...named })).toEqual([
      ['Time', 'Node.js', 'Chromium'],
      ['Slow, add', '2.00×', '3.00×'],
      ['Padded', '1.00×', '1.00×'],
    ]);
  });

  it.each([
    [{ records: '1 3' }, 'records: got "3", expected 1 to 2'],
    [{ of: 'slow lost' }, 'of: got "lost", expected one of fast, slow, padded'],
    [{ workloads: 'add lost' }, 'workload: got "lost", expected one of add, take'],
    [{ to: '' }, 'to: got 0, expected 1 or 2'],
    [{ workloads: '' }, 'workloads: got 0, expected one at least'],
    [{ of: 'slow fast padded' }, 'records: got 2, expected 1 or 3'],
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
