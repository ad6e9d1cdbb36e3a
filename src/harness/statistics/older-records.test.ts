/** What was published stays as it was: the analysis of every record of schema 1, to the digit. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { findStudy } from '../../studies/index.ts';
import { readRecord } from '../record/index.ts';
import { analyse } from './analyse.ts';

const records = globSync('content/records/*/*.json').flatMap((file) => {
  const record = readRecord(readFileSync(file, 'utf8'), file);
  return record.kind === 'measured' && record.schema === 1 ? [{ file, record }] : [];
});

it('finds in every older record what it found when the record was published', () => {
  const found = records.map(({ file, record }) => {
    const { reference, subjects, margin } = findStudy(record.study);
    const analysis = analyse(record, { reference, subjects, margin });
    const { arms, subjects: judged, others, twins, corrected, roundMs, notices } = analysis;
    const kept = JSON.stringify(
      [arms, judged, others, twins, corrected, roundMs, notices],
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
