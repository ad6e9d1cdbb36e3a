/** Numbers that entries have shown since they were published, read from the tables of their results. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { entryChart } from '../charts/entry.ts';
import { withOutsideOf } from '../../core/plan/index.ts';
import { parseResult, resultFile } from '../file.ts';
import type { DocumentResult, MeasuredResult } from '../result.ts';
import { findOutline } from '../../libraries/studies/outlines.ts';
import { comparisonTable } from './comparison.ts';
import { numbersTable, recordPanels, readingsTable } from './entry.ts';
import { printedTables } from './quoted.ts';
import type { Table } from './table.ts';
import { toText } from './text.ts';

const read = (id: string) => parseResult(readFileSync(resultFile(id), 'utf8'), id);

function measured(id: string) {
  return { ...(read(id) as MeasuredResult), id };
}

function quoted(id: string) {
  return { ...(read(id) as DocumentResult), id };
}

const studyOf = ({ study, environment }: MeasuredResult) =>
  withOutsideOf(findOutline(study), [environment]);

/** The lines of a table that begin with a name. */
function linesOf(table: Table | undefined, name: string): string[] {
  if (table === undefined) return [];
  const lines = toText(table).split('\n');
  return lines.filter((line) => line.startsWith(name));
}

describe('a measured entry', () => {
  it.each([
    [
      'streams/2026-11-23-near-1',
      'Plain WebSocket',
      ['6.62 (6.35–6.71)', '15.0', '151', '0.64× (0.59–0.70)'],
    ],
    ['page-to-worker/2026-11-22-page-to-worker', 'Plain postMessage between workers', ['20 204']],
    [
      'grpc-go-vs-lisp/2026-11-22-nagle-and-scaling',
      'Go (grpc-go)',
      ['0.160', '0.474', '3.40', '240'],
    ],
    [
      'grpc-go-vs-lisp/2026-11-22-nagle-and-scaling',
      'Go (grpc-go), two writes a frame without',
      ['88.0', '92.0', '96.0', ' 100 '],
    ],
  ])('%s: %s has its numbers of before', (id, library, numbers) => {
    const result = measured(id);
    const lines = linesOf(numbersTable(studyOf(result), result, 'A run'), library).join('\n');
    for (const number of numbers) expect(lines).toContain(number);
  });

  it('has the readings of its turns, and memory in MB', () => {
    const result = measured('kkrpc-transports/2026-11-22-memory');
    const table = readingsTable(studyOf(result), result);
    expect(linesOf(table, 'caller, after-calls, system')[0]).toContain(
      '237.1 MB, 228.7 MB–237.9 MB',
    );
  });

  it('has a table for each record and operation', () => {
    const result = measured('kkrpc-transports/2026-11-22-every-pair-1');
    const [panel, ...others] = recordPanels(studyOf(result), [result], new Map());
    expect(others).toEqual([]);
    expect(panel?.table.groups[0]?.rows[0]).toMatchObject({ reference: true });
    expect(panel?.table.groups[0]?.rows.length).toBeGreaterThan(9);
  });

  it('draws a chart with its table, and names what it lacks', () => {
    const result = measured('grpc-go-vs-lisp/2026-11-22-nagle-and-scaling');
    const choice = {
      caption: 'C',
      over: 'clients',
      shows: 'rate',
      workloads: ['unary-*'],
    } as const;
    const chart = entryChart(studyOf(result), choice, [result], () => '');
    expect(chart.panels[0]?.series[0]?.points.map(({ x }) => x)).toEqual([
      1, 2, 5, 10, 20, 50, 100,
    ]);
    expect(linesOf(chart.table, 'Go (grpc-go)')[0]).toContain('5 771 (3 392–6 653)');
    const none = { ...choice, workloads: ['streamed-*'] };
    expect(() => entryChart(studyOf(result), none, [result], () => '')).toThrow(/got no rate/);
  });
});

describe('a quoted entry', () => {
  it('has what its source printed, digit by digit, and the ratios of that', () => {
    const result = quoted('lumenize-vs-capnweb/2025-01-02-fresh-connections');
    const [table] = printedTables(findOutline(result.study), [result], new Map());
    expect(linesOf(table, 'Lumenize RPC')[0]).toMatch(/100 +24\.43 +0\.244 +4 093\.2 .*1\.42×/);
    expect(linesOf(table, 'Cap’n Web')[0]).toMatch(/17\.15 +0\.171 +5 831\.7/);
  });

  it('says of a batch how far it came before it hung', () => {
    const result = quoted('call-delay/production');
    const [table] = printedTables(findOutline(result.study), [result], new Map());
    expect(linesOf(table, '@lumenize/call').join()).toMatch(/hung at \d+ of 50/);
  });
});

describe('beside an earlier entry', () => {
  const now = { runs: [], quoted: [quoted('lumenize-vs-capnweb/2025-10-20-debug-suppression')] };
  const earlier = quoted('lumenize-vs-capnweb/2025-10-20-synchronous-storage-baseline');
  const compared = (methodChanged: boolean) =>
    comparisonTable(findOutline('lumenize-vs-capnweb'), {
      now,
      then: { runs: [], quoted: [earlier] },
      title: 'Before',
      methodChanged,
    });

  it('has a ratio, and none across a change of method', () => {
    expect(compared(false)?.columns.map(({ kind }) => kind)).toContain('ratio');
    expect(compared(true)?.columns.map(({ kind }) => kind)).not.toContain('ratio');
    expect(compared(true)?.note).toContain('way of measuring changed');
  });

  it('joins the intervals of two runs', () => {
    const run = measured('grpc-go-vs-lisp/2026-11-22-four-kinds-1');
    const table = comparisonTable(findOutline('grpc-go-vs-lisp'), {
      now: { runs: [run], quoted: [] },
      then: { runs: [run], quoted: [] },
      title: 'Itself',
      methodChanged: false,
    });
    expect(linesOf(table, 'Go (grpc-go)')[0]).toMatch(/1\.00× \(0\.\d+–1\.\d+\)/);
  });
});
