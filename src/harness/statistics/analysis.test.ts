import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, posix } from 'node:path';
import { expect, it } from 'vitest';
import { findOutline } from '../../studies/outlines.ts';
import { readRecord } from '../record/index.ts';
import { madeUpRecord } from '../testing/fixture.ts';
import { analyse, pairedRatio } from './analyse.ts';
import { attachAnalysis, type OlderAnalysis, olderAnalysisFile } from './analysis.ts';

const records = globSync('content/records/*/*.json').flatMap((file) => {
  const record = readRecord(readFileSync(file, 'utf8'), file);
  if (record.kind !== 'measured' || record.schema !== 1) return [];
  const id = posix.join(record.study, basename(file, '.json'));
  const text = readFileSync(olderAnalysisFile(id), 'utf8');
  attachAnalysis(record, text);
  return [{ file, id, record, older: JSON.parse(text) as OlderAnalysis }];
});

it('has an analysis for each, made as its study has it read, and for no other', () => {
  const kept = globSync('content/analyses/*/*.json').map((file) => file.replaceAll('\\', '/'));
  expect(kept.sort()).toEqual(records.map(({ id }) => olderAnalysisFile(id)).sort());
  // One that has joined a study since is in no older record.
  const measured = new Set(records.flatMap(({ record }) => record.plan.arms));
  for (const { id, record, older } of records) {
    const { reference, margin, ...outline } = findOutline(record.study);
    const subjects = outline.subjects.filter((subject) => measured.has(subject));
    expect(older).toMatchObject({ record: id, reference, subjects, margin });
  }
});

it('has the ratio of every two arms, and swapped the inverse', () => {
  for (const { record } of records) {
    const [workload = ''] = record.plan.workloads;
    const [one = '', other = ''] = record.plan.arms;
    const [there, back] = [
      pairedRatio(record, workload, one, other),
      pairedRatio(record, workload, other, one),
    ];
    expect(there?.estimate).toBeCloseTo(1 / (back?.estimate ?? Number.NaN), 12);
    expect(there?.interval?.low).toBeCloseTo(1 / (back?.interval?.high ?? Number.NaN), 12);
  }
});

it('analyses no other record of schema 1, and says what does', () => {
  const record = madeUpRecord({ arms: ['a', 'b'], rounds: 8, block: () => [1000] });
  const options = { reference: 'a', subjects: ['b'], margin: 0.05 };
  expect(() => analyse(record, options)).toThrow(
    /^schema: got version 1 of a record .*made-up.*, expected version 2: commit 630962e /,
  );
});

it('finds in every older record what it found when the record was published', () => {
  const found = records.map(({ file, record }) => {
    const analysis = analyse(record, findOutline(record.study));
    const { arms, subjects: judged, others, controls, corrected, roundMs, notices } = analysis;
    const kept = JSON.stringify(
      [arms, judged, others, controls, corrected, roundMs, notices],
      // Added since, and following from what is kept; and words, which may become better.
      (key, value: unknown) => (['neededMs', 'text'].includes(key) ? undefined : value),
    );
    return [basename(file), createHash('sha256').update(kept).digest('hex').slice(0, 16)];
  });
  expect(Object.fromEntries(found)).toMatchInlineSnapshot(`
    {
      "2026-11-21-calls-in-a-row-and-at-once-1.json": "545dd76f44b1f439",
      "2026-11-21-calls-in-a-row-and-at-once-2.json": "008d6cb72c390e0c",
      "2026-11-21-socket-protocol-server-1.json": "79637fe63c5705ec",
      "2026-11-21-socket-protocol-server-2.json": "2f07041266bc80d1",
      "2026-11-21-socket-protocol-server-3.json": "a7a44c71d5feac14",
      "2026-11-21-socket-protocol-server-4.json": "4747cd4ed4b512c7",
    }
  `);
});
