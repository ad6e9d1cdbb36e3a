/** A published result as a page knows it. */
import { readFileSync } from 'node:fs';
import { readRecord } from '../harness/record/index.ts';
import { analyse, attachAnalysis, olderAnalysisFile } from '../harness/statistics/index.ts';
import { type Finding, findingOf } from '../report/finding.ts';

const ID = 'lumenize-vs-capnweb/2026-11-21-socket-protocol-server-1';

/** What a record of this site found of Lumenize’s protocol against Cap’n Web. */
export function publishedFinding(): Finding {
  const file = `content/records/${ID}.json`;
  const record = readRecord(readFileSync(file, 'utf8'), file);
  if (record.kind !== 'measured') throw new Error(`${file}: expected a measured record`);
  if (record.schema === 1) attachAnalysis(record, readFileSync(olderAnalysisFile(ID), 'utf8'));
  const of = { reference: 'capnweb/in-memory', subjects: ['lumenize/hibernating'], margin: 0.05 };
  return findingOf(record, analyse(record, of), 'complete');
}
