import { describe, expect, it } from 'vitest';
import { measuredRun } from '../journal/testing/entries.ts';
import { armNames } from '../report/words.ts';
import { findStudy } from '../studies/index.ts';
import { armTables, runsTable } from './entry.ts';
import { factorTable } from './factorial.ts';
import type { Table } from './view.ts';

const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');
const rowsOf = ({ groups }: Table): string[][] =>
  groups.flatMap(({ rows }) => rows.map((row) => row.map(({ text }) => plain(text))));

const id = 'lumenize-vs-capnweb/2026-11-21-socket-protocol-server-1';
const study = findStudy('lumenize-vs-capnweb');
const { reference } = study;
const run = { ...measuredRun('2026-11-21-socket-protocol-server-1'), name: 'here' };
const { analysis, record } = run;
const names = armNames(study);

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
    expect(subject?.slice(4)).toEqual([
      `${comparison.ratio.estimate.toFixed(2)}×`,
      comparison.verdict,
    ]);
    expect(rows.find(([arm]) => arm === names(reference).label)?.slice(4)).toEqual([
      'reference',
      '',
    ]);
  });
});

describe('runsTable', () => {
  it('says where a record was taken and leads to it', () => {
    const [row] = runsTable([run]).groups.flatMap(({ rows }) => rows);
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
    const [row] = runsTable([{ ...run, record: stamped }]).groups.flatMap(({ rows }) => rows);
    expect(row?.[3]).toEqual({
      text: 'unknown',
      muted: true,
      note: '21\u00a0November\u00a02026\npartial\nwith changes not committed',
    });
  });
});

describe('factorTable', () => {
  it('has a column for each record, and says of the A/A control what it resolves', () => {
    const table = factorTable(study, [record, record], (arm) => names(arm).label);
    expect(table.columns).toHaveLength(3);
    const [noise, socket] = table.groups[0]?.rows ?? [];
    expect(noise?.[1]?.note).toMatch(/^\(.+–.+\)\nresolves .+%/);
    expect(socket?.[1]?.note).toMatch(/^\([\d.]+–[\d.]+\)$/);
    expect(noise?.[1]).toEqual(noise?.[2]);
  });
});
