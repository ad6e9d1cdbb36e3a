/** The tables of entries, from results whose numbers can be worked out by hand. */
import { describe, expect, it } from 'vitest';
import type { QuotedRecord } from '../../core/record/index.ts';
import { madeUpSessions } from '../../core/testing/fixture.ts';
import { findOutline } from '../../libraries/studies/outlines.ts';
import { type ChartChoice, entryChart } from '../charts.ts';
import { quotedResultOf, resultOf } from '../rows-of.ts';
import { comparisonTable, numbersTable, operationTable, readingsTable } from './entry.ts';
import { ratioOf } from '../testing/rows.ts';
import { comparedTable, printedRatio } from './compared.ts';
import { figuresTable, printedTables } from './quoted.ts';
import type { Table } from './table.ts';
import { toText } from './text.ts';

/** The line of a table that begins with a name. */
function lineOf(table: Table | undefined, name: string): string | undefined {
  return (
    table &&
    toText(table)
      .split(/\n/)
      .find((line) => line.startsWith(name))
  );
}

const study = findOutline('grpc-go-vs-lisp');
const times: Readonly<Record<string, number>> = { 'grpc-go': 2, 'grpc-lisp': 3, control: 2 };

/** A turn has three calls of 1, 1.1 and 4 times the time, four times as much for ten clients; sessions grow by 1 %. */
const made = madeUpSessions({
  arms: Object.keys(times),
  workloads: ['unary-1', 'unary-10'],
  sessions: 5,
  plan: { loads: { 'unary-10': { concurrency: 10, callsPerOperation: 10 } } },
  turn: ({ arm, workload, session }) => ({
    samplesUs: [1000, 1100, 4000].map(
      (us) => us * (times[arm] ?? 0) * (workload === 'unary-1' ? 1 : 4) * (1 + session / 100),
    ),
    readings: { 'caller/end/system': 2e8 + 1e6 * session },
  }),
});
const measured = resultOf([{ ...made, study: study.id }]);
const run = { ...measured, id: 'grpc-go-vs-lisp/made-up' };

describe('a measured record', () => {
  it.each([
    ['Go (grpc-go) ', [' 4.15 ', ' 2.24 ', ' 8.32 ', ' 241 ', '20 in 5']],
    ['Common Lisp', [' 6.22 ', ' 3.37 ', '1.50× (1.50–1.50)', 'slower by 10 % or', '33 B + 67 B']],
  ])('%s has its times, rate, ratio and traffic', (library, numbers) => {
    const line = lineOf(numbersTable(study, run, 'A run'), library);
    for (const number of numbers) expect(line).toContain(number);
  });

  it('names its control after its own reference, which may be another than that of its study', () => {
    const planned = { ...run, plan: { ...run.plan, reference: 'grpc-lisp' } };
    for (const table of [numbersTable(study, planned, 'A run'), readingsTable(study, planned)])
      expect(table && toText(table)).toContain('Common Lisp (clgrpc), again');
  });

  it('has the time and the rate of a call where an operation is ten', () => {
    const rows = run.rows.filter(({ workload }) => workload === 'unary-10');
    const line = lineOf(numbersTable(study, { ...run, rows }, 'A run'), 'Go (grpc-go) ');
    for (const number of [' 16.6 ', ' 1.6592 ', ' 60.3 ', ' 603 ']) {
      expect(line).toContain(number);
    }
  });

  it('has the readings of its turns, and memory in MB', () => {
    const line = lineOf(readingsTable(study, run), 'caller, end, system');
    expect(line).toContain('202.0 MB, 200.0 MB–204.0 MB');
  });

  it('has a table for an operation, the plain way on top', () => {
    const { table, from } = operationTable(study, run, 'unary-10', 'A run');
    expect(table.caption).toBe('Unary calls, 10 clients: A run');
    expect(table.groups[0]?.rows[0]).toMatchObject({ reference: true });
    expect(from).toMatch(/^A run\. Ratios with their 95/);
  });

  it.each([
    [0.1, undefined],
    [0.11, 'Noise ±11\u202f%.'],
  ])('says the noise of an A/A control of ±%d: %s', (resolution, note) => {
    const rows = run.rows.map((row) => ({ ...row, control: { resolution } }));
    const { table } = operationTable(study, { ...run, rows }, 'unary-1', '');
    expect(table.note).toBe(note);
  });

  it('draws a chart with its table, and names what it lacks', () => {
    const choice: ChartChoice = { caption: 'C', over: 'clients', shows: 'rate', workloads: ['*'] };
    const chart = entryChart(study, choice, [run], () => '');
    expect(chart.panels[0]?.series[0]?.points.map(({ x }) => x)).toEqual([1, 10]);
    expect(lineOf(chart.table, 'Go (grpc-go)')).toMatch(/241 +603$/);
    const none = { ...choice, workloads: ['streamed-*'] };
    expect(() => entryChart(study, none, [run], () => '')).toThrow('got no rate of streamed-*');
  });
});

const [slow, fast] = ['lumenize/hibernating', 'capnweb/in-memory'];
const ofQuoted = findOutline('lumenize-vs-capnweb');
const record: QuotedRecord = {
  schema: 1,
  kind: 'quoted',
  study: ofQuoted.id,
  source: { title: 'A log', url: 'https://example.org/' },
  environment: { setting: 'local', versions: {} },
  results: [
    { arm: slow, workload: 'increment', operations: 100, totalMs: 30.6, msPerOperation: 0.306 },
    { arm: fast, workload: 'increment', operations: 100, totalMs: 20, msPerOperation: 0.2 },
    { arm: slow, workload: 'get-value', operations: 50, outcome: 'hung', completed: 28 },
    { arm: slow, workload: 'mixed', operationsPerSecond: 1000 },
    { arm: fast, workload: 'mixed', operationsPerSecond: 2000 },
  ],
  figures: [{ id: 'gap', label: 'Gap', low: 2, high: 3.5, unit: '%', origin: 'computed' }],
};

function quoted(change: Partial<QuotedRecord> = {}) {
  return { ...quotedResultOf({ ...record, ...change }), id: 'lumenize-vs-capnweb/made-up' };
}

describe('a quoted record', () => {
  const [table] = printedTables(ofQuoted, [quoted()], new Map());
  const lines = table ? toText(table).split(/\n/) : [];

  it.each([
    [/^Lumenize RPC.* 100 +30\.6 +0\.306 .*1\.53×/],
    [/^Cap’n Web.* 100 +20\.0 +0\.200/],
    // Half the throughput is twice the time.
    [/^Lumenize RPC.* 1 000 +0\.50× +2\.00×/],
    [/^Lumenize RPC.*hung at 28 of 50$/],
  ])('has the digits that its source printed, and their ratios: %s', (line) => {
    expect(lines).toContainEqual(expect.stringMatching(line));
  });

  it('has its other figures with their units', () => {
    expect(lineOf(figuresTable(quoted(), 'Figures'), 'Gap')).toMatch(/2–3\.5 % +computed$/);
  });
});

describe('theirs, ours and yours', () => {
  const printed = (workload: string) => {
    const [of, to] = [slow, fast].map((arm) =>
      record.results.find((each) => each.arm === arm && each.workload === workload),
    );
    return of && to && printedRatio(of, to);
  };
  const ratio = (value: number) =>
    ratioOf(value, undefined, { low: value - 0.1, high: value + 0.1, class: 'slower' });
  const compared = {
    of: 'A',
    to: 'B',
    client: 'browser',
    operations: [
      {
        workload: 'increment',
        label: 'One write',
        how: '100 in a row',
        theirs: printed('increment'),
        ours: ratio(1.2),
      },
      { workload: 'mixed', label: 'In turn', theirs: printed('mixed') },
      { workload: 'burst', label: 'At once', ours: ratio(1.4) },
    ],
  };
  const room = { note: 'not run yet', of: (id: string) => (id === 'burst' ? ratio(1.3) : '–') };

  it.each([
    [/^One write, 100 in a row +1\.53×, 30\.6 ÷ 20 ms +› 1\.20× \(1\.10–1\.30\) +–$/],
    // Of rates the other library’s is divided.
    [/^In turn +2\.00×, 2000 ÷ 1000 a second +not measured +–$/],
    [/^At once +not printed +› 1\.40× \(1\.30–1\.50\) +1\.30× \(1\.20–1\.40\)$/],
  ])('keeps the place of what is missing: %s', (line) => {
    expect(toText(comparedTable(compared, room)).split(/\n/)).toContainEqual(
      expect.stringMatching(line),
    );
  });

  it('has a lane for each column, empty where the number is missing', () => {
    const { groups } = comparedTable(compared, room);
    expect(groups[0]?.rows.map(({ cells }) => cells[1])).toMatchObject([
      { lanes: [{ whose: 'theirs' }, { number: { value: 1.2 } }, { number: undefined }] },
      { lanes: [{ number: { value: 2 } }, { number: undefined }, { number: undefined }] },
      { lanes: [{ number: undefined }, { number: { value: 1.4 } }, { number: { value: 1.3 } }] },
    ]);
  });

  it('leaves out what no source printed, and the reader where nobody can run it', () => {
    const own = compared.operations.map((each) => ({ ...each, theirs: undefined }));
    const labels = (table: Table) => table.columns.map(({ label }) => label);
    const shown = labels(comparedTable({ ...compared, operations: own }));
    expect(shown).toEqual(['Operation', 'A ÷ B', 'We measure']);
  });
});

describe('beside an earlier entry', () => {
  const twice = record.results.map((each) => ({ ...each, totalMs: 61.2 }));
  const compared = (now: object, then: object, methodChanged = false) =>
    comparisonTable(ofQuoted, {
      now: { runs: [], quoted: [], ...now },
      then: { runs: [], quoted: [], ...then },
      title: 'Before',
      methodChanged,
    });
  const [now, then] = [{ quoted: [quoted()] }, { quoted: [quoted({ results: twice })] }];

  it('has the ratio of what it takes now to what it took then', () => {
    expect(lineOf(compared(now, then), 'Lumenize RPC')).toMatch(/0\.612 +0\.306 +0\.50×$/);
  });

  it('has none across a change of method, or where one of the two is measured', () => {
    const changed = compared(now, then, true);
    expect(changed?.columns.map(({ kind }) => kind)).not.toContain('ratio');
    expect(changed?.note).toContain('way of measuring changed');
    expect(compared(now, { runs: [run] })).toBeUndefined();
  });
});
