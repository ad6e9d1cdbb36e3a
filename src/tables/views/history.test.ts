import { describe, expect, it } from 'vitest';
import { measuredRun } from '../../journal/testing/entries.ts';
import { entryOf, type EntrySketch, type RecordSketch } from '../testing/fixture.ts';
import { historyView } from './history.ts';

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

function record(
  name: string,
  totals: Readonly<Record<string, number>>,
  setting = 'local',
): RecordSketch {
  return {
    name,
    setting,
    results: Object.entries(totals).map(([arm, totalMs]) => ({
      ...{ arm, workload: 'increment', operations: 100, totalMs },
    })),
  };
}

const LUMENIZE = 'lumenize/hibernating';
const CAPNWEB = 'capnweb/in-memory';

const pagesOf = (...sketches: Array<Omit<EntrySketch, 'study'>>) =>
  sketches.map((sketch, index) =>
    entryOf({ study: 'lumenize-vs-capnweb', place: index + 1, ...sketch }),
  );
const view = (...sketches: Parameters<typeof pagesOf>) => historyView(pagesOf(...sketches));

const rows = (...sketches: Parameters<typeof pagesOf>): string[][] =>
  view(...sketches).table.groups.flatMap((group) =>
    group.rows.map((cells) => [plain(cells[0]?.note ?? ''), ...cells.map(({ text }) => text)]),
  );

describe('historyView', () => {
  const first = { records: [record('a', { [LUMENIZE]: 26 })], commit: '6d55b4712345' };
  const second = {
    records: [record('b', { [LUMENIZE]: 24, [CAPNWEB]: 17 })],
    timestamp: '2024-12-31',
  };

  it('keeps the order of the journal, whatever the dates say', () => {
    expect(rows(second, first)).toEqual([
      ['31 December 2024 · local machine', 'Entry 1', '0.240', '0.170'],
      ['1 January 2025 · 6d55b47 · local machine', 'Entry 2', '0.260', '–'],
    ]);
    const { table } = historyView(pagesOf(first, second).reverse());
    expect(table.groups[0]?.rows.map(([entry]) => entry?.text)).toEqual(['Entry 1', 'Entry 2']);
  });

  it('shows once what a later entry repeats, and what changed beside it', () => {
    const repeated = { records: [record('b', { [LUMENIZE]: 24, [CAPNWEB]: 18 })] };
    expect(rows(second, repeated).map((cells) => cells.slice(1))).toEqual([
      ['Entry 1', '0.240', '0.170'],
      ['Entry 2', '–', '0.180'],
    ]);
  });

  it('has a row for each setting, and several runs of one in one row', () => {
    const runs = [
      record('a', { [LUMENIZE]: 30 }),
      record('a-run-1', { [LUMENIZE]: 28 }),
      record('b', { [LUMENIZE]: 90 }, 'deployed'),
    ];
    expect(rows({ records: runs }).map((cells) => cells.slice(1))).toEqual([
      ['Entry 1', '0.300, 0.280'],
      ['Entry 1', '0.900'],
    ]);
  });

  it('leaves out the arms of the study that no entry has results of', () => {
    const { table, figure } = view(first, second);
    expect(table.columns.map(({ label }) => label)).toEqual([
      'Entry',
      'Lumenize RPC, hibernating',
      'Cap’n Web',
    ]);
    expect(figure?.(700).label).toContain('3 results of 2 arms');
  });

  it('draws no history of one record, and refuses none at all', () => {
    expect(view(first).figure).toBeUndefined();
    expect(view(first, second).figure).toBeDefined();
    expect(() => historyView([])).toThrow('got no entry');
  });

  it('keeps the digits of a source, and says where an average is computed', () => {
    const timed = (arm: string, msPerOperation: number) => ({
      ...{ arm, workload: 'increment', msPerOperation, approximate: true },
    });
    const printed = { name: 'a', results: [timed(LUMENIZE, 2.8), timed(CAPNWEB, 25.68)] };
    expect(rows({ records: [printed] })[0]?.slice(2)).toEqual(['≈2.80', '≈25.68']);
    expect(view({ records: [printed] }).table.note).not.toContain('divided');
    expect(view(first).table.note).toContain('only the total, that is divided');
  });

  it('keeps what is measured here apart from the library that a source measured', () => {
    const quoted = entryOf({ study: 'lumenize-vs-capnweb', ...second });
    const runs = [measuredRun('2026-11-21-socket-protocol-server-3')];
    const measured = { ...entryOf({ study: 'lumenize-vs-capnweb', place: 2, records: [] }), runs };
    const { table, figure } = historyView([quoted, measured]);
    const names = table.columns.map(({ label }) => label);
    const [theirs, ours] = [
      'Lumenize RPC, hibernating',
      'Lumenize protocol (this site’s implementation), hibernating',
    ].map((name) => names.indexOf(name));
    if (theirs === undefined || ours === undefined) throw new Error('expected both columns');
    const hasNumbers = table.groups[0]?.rows.map((row) =>
      [theirs, ours].map((at) => /^\d/.test(row[at]?.text ?? '')),
    );
    expect(hasNumbers).toEqual([
      [true, false],
      [false, true],
    ]);
    // The figure says how much it holds; the values are the table's to say.
    expect(plain(figure?.(700).label ?? '')).toContain('5 results of 4 arms. The table has');
  });

  it('leaves to an entry what it alone has, where others have a history', () => {
    const alone = { arm: CAPNWEB, workload: 'burst', operations: 100, totalMs: 5 };
    const both = record('b', { [LUMENIZE]: 24 });
    const later = { records: [{ ...both, results: [...(both.results ?? []), alone] }] };
    const { groups, note, columns } = view(first, later).table;
    expect(groups.map(({ rows: own }) => own.length)).toEqual([2]);
    expect(columns).toHaveLength(2);
    expect(note).toContain('stands in that entry');
    expect(view(first, first).table.note).not.toContain('stands in that entry');
    expect(view(later).table.groups).toHaveLength(2);
  });

  it('says a hang in words', () => {
    const batch = { workload: 'calls-50', operations: 50 };
    const hung = { ...batch, arm: 'lumenize-call', outcome: 'hung', completed: 45 };
    const rpc = { ...batch, arm: 'workers-rpc', totalMs: 222 };
    const page = entryOf({ study: 'call-delay', records: [{ name: 'a', results: [hung, rpc] }] });
    const later = { name: 'b', setting: 'deployed', results: [rpc] };
    const two = entryOf({ study: 'call-delay', place: 2, records: [later] });
    expect(historyView([page, two]).figure?.(700).note).toMatch(
      /Without a point: @lumenize\/call, 50 calls at once, local machine: hung at 45 of 50\.$/,
    );
    expect(historyView([page]).table.groups[0]?.rows[0]?.map(({ text }) => text)).toEqual([
      'Entry 1',
      'hung at 45 of 50',
      '4.440',
    ]);
  });
});
