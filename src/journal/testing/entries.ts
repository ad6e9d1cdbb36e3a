/** Entries for tests, made of published records or of a few quoted figures. */
import { readFileSync } from 'node:fs';
import { measuredRecordSchema, quotedRecordSchema } from '../../harness/record/index.ts';
import { analyse, attachAnalysis, olderAnalysisFile } from '../../harness/statistics/index.ts';
import { findOutline } from '../../studies/outlines.ts';
import { type MeasuredRun, namedResults, quotedRatios, type QuotedRun, runName } from '../runs.ts';

/** A measured record of this site: `2026-11-21-socket-protocol-server-1`. */
export function measuredRun(name: string): MeasuredRun {
  const study = findOutline('lumenize-vs-capnweb');
  const id = `${study.id}/${name}`;
  const file = new URL(`../../../content/records/${id}.json`, import.meta.url);
  const record = measuredRecordSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  if ('blocks' in record) {
    const kept = new URL(`../../../${olderAnalysisFile(id)}`, import.meta.url);
    attachAnalysis(record, readFileSync(kept, 'utf8'));
  }
  const analysis = analyse(record, study);
  return { id, record, name: runName(record), analysis };
}

/**
 * A quoted record of the given results; another setting, runtime or study where one is named.
 *
 * @throws ZodError when they make no valid record
 */
export function quotedRun(
  results: readonly unknown[],
  {
    study: studyId = 'lumenize-vs-capnweb',
    name = 'a-test',
    setting = 'wrangler-dev',
    runtime,
    figures = [],
  }: {
    study?: string;
    name?: string;
    setting?: string;
    runtime?: string;
    figures?: readonly unknown[];
  } = {},
): QuotedRun {
  const study = findOutline(studyId);
  const record = quotedRecordSchema.parse({
    schema: 1,
    kind: 'quoted',
    study: studyId,
    date: '2025-01-02',
    source: { title: 'A log', url: 'https://example.org/log.md' },
    environment: { setting, versions: {}, ...(runtime !== undefined && { runtime }) },
    results,
    figures,
  });
  const id = `${studyId}/${name}`;
  const named = namedResults(study, record, id);
  const ratios = quotedRatios(study, named);
  return { id, record, name: runName(record), results: named, ratios };
}
