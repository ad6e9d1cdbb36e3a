import { describe, expect, it } from 'vitest';
import type { ComparedRow } from '../journal/compare-entries.ts';
import { measuredRun } from '../journal/testing/entries.ts';
import { armNames } from '../report/words.ts';
import { findStudy } from '../studies/index.ts';
import { armTables, comparisonTable, runsTable } from './entry.ts';
import { rowsOf } from './testing/measured.ts';

const study = findStudy('lumenize-vs-capnweb');
const names = armNames(study);
const id = 'lumenize-vs-capnweb/2026-11-21-socket-protocol-server-1';
const { reference } = study;
const run = { ...measuredRun('2026-11-21-socket-protocol-server-1'), name: 'here' };
const { analysis, record } = run;

describe('armTables', () => {
  const tables = armTables(run, { study, names, reference: names(reference).label });

  it('has one table for each workload and a row for each arm of the plan', () => {
    expect(tables).toHaveLength(record.plan.workloads.length);
    for (const table of tables) expect(rowsOf(table)).toHaveLength(record.plan.arms.length);
  });

  it('gives the ratio and the verdict that the analysis has, and none to the reference', () => {
    const [comparison] = analysis.subjects;
    const [first] = tables;
    if (!comparison?.ratio || !first) throw new Error('expected a ratio');
    const rows = rowsOf(first);
    const subject = rows.find(([arm]) => arm === names(comparison.arm).label);
    expect(subject?.slice(-2)).toEqual([
      `${comparison.ratio.estimate.toFixed(2)}×`,
      comparison.verdict,
    ]);
    expect(rows.find(([arm]) => arm === names(reference).label)?.slice(-2)).toEqual([
      'reference',
      '',
    ]);
  });
});

describe('runsTable', () => {
  it('says where a record was taken and leads to it', () => {
    const [row] = runsTable([run]).groups[0]?.rows ?? [];
    expect(row?.map(({ text }) => text).slice(0, 2)).toEqual([
      'workerd',
      record.environment.runtime,
    ]);
    expect(row?.at(-1)).toMatchObject({ text: 'JSON', href: `/api/records/${id}.json` });
  });

  it('stamps a record whose commit is not known', () => {
    const { commit, ...environment } = record.environment;
    expect(commit).toBeDefined();
    const stamped = {
      ...record,
      partial: true as const,
      environment: { ...environment, dirty: true },
    };
    const [row] = runsTable([{ ...run, record: stamped }]).groups[0]?.rows ?? [];
    expect(row?.[3]).toEqual({
      text: 'unknown',
      muted: true,
      note: '21\u00a0November\u00a02026\npartial\nwith changes not committed',
    });
  });
});

const page = { study, names };
const row: ComparedRow = {
  arm: 'capnweb/in-memory',
  workload: 'increment',
  where: 'wrangler dev',
  of: 'time',
  then: 0.2,
  now: 0.25,
  ratio: { estimate: 1.25, low: 1.2, high: 1.3 },
};

function texts(rows: readonly ComparedRow[]): string[][] {
  const table = comparisonTable('Then and now', { rows: [...rows], notes: [] }, page);
  return table.groups.flatMap((group) =>
    group.rows.map((cells) => cells.map(({ text, note }) => (note ? `${text} ${note}` : text))),
  );
}

describe('comparisonTable', () => {
  it('shows both times and the ratio with its interval', () => {
    expect(texts([row])).toEqual([['Cap’n Web', '0.200', '0.250', '1.25× 1.20–1.30']]);
  });

  it('has no column for ratios where there is none', () => {
    const plain = { ...row };
    delete plain.ratio;
    expect(texts([plain])).toEqual([['Cap’n Web', '0.200', '0.250']]);
    expect(texts([row, plain])[1]?.at(-1)).toBe('–');
  });

  it('shows a throughput as one', () => {
    expect(texts([{ ...row, of: 'throughput', then: 0.001, now: 0.002 }])[0]?.slice(1, 3)).toEqual([
      '1\u202f000',
      '500',
    ]);
  });

  it('says where, in the heading of a group if there are several places', () => {
    const other = { ...row, where: 'workerd' };
    const table = comparisonTable('Then and now', { rows: [row, other], notes: [] }, page);
    expect(table.groups.map(({ heading }) => heading)).toEqual([
      'One write, wrangler dev',
      'One write, workerd',
    ]);
  });

  it('names a quoted time by what its source measured, and this site’s by what runs here', () => {
    const lumenize: ComparedRow = { ...row, arm: 'lumenize/hibernating', thenFrom: 'quoted' };
    const ours = 'Lumenize RPC (reimplementation), hibernating';
    const theirs = 'Lumenize RPC, hibernating';
    expect(texts([lumenize])[0]?.[0]).toBe(`${ours} then: ${theirs}`);
    expect(texts([{ ...lumenize, nowFrom: 'quoted' }])[0]?.[0]).toBe(theirs);
    expect(texts([{ ...row, arm: lumenize.arm }])[0]?.[0]).toBe(ours);
  });
});
