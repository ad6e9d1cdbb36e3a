import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { quotedRecordSchema, type QuotedRecord } from '../harness/record/index.ts';
import { namedResults, quotedRatios } from './runs.ts';

const study = {
  id: 'lumenize-vs-capnweb',
  reference: 'capnweb/in-memory',
  subjects: ['lumenize/hibernating'],
  arms: [
    { id: 'capnweb/in-memory', label: 'C', system: 'capnweb' },
    { id: 'lumenize/hibernating', label: 'Ours', quotedLabel: 'L', system: 'lumenize' },
  ],
  workloads: ['get-value', 'increment', 'mixed'].map((id) => ({ id, label: id, question: '?' })),
};

const path = 'content/records/lumenize-vs-capnweb/2025-01-02-fresh-connections.json';
const record: QuotedRecord = quotedRecordSchema.parse(
  JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')),
);

describe('namedResults', () => {
  it('orders by the workloads of the study', () => {
    const workloads = namedResults(study, record, path).map(({ workload }) => workload.id);
    expect(workloads).toEqual([
      'get-value',
      'get-value',
      'increment',
      'increment',
      'mixed',
      'mixed',
    ]);
  });

  it.each([
    [{ study: 'other' }, `${path} study: got "other", expected "lumenize-vs-capnweb"`],
    [
      { results: [{ ...record.results[0], arm: 'capnweb/tuned' }] },
      `${path} results.0.arm: got "capnweb/tuned", expected one of capnweb/in-memory, lumenize/hibernating`,
    ],
    [
      { results: [{ ...record.results[0], workload: 'echo' }] },
      `${path} results.0.workload: got "echo", expected one of get-value, increment, mixed`,
    ],
  ])('names file, field, value and what was expected: %#', (change, message) => {
    const broken = { ...record, ...change } as QuotedRecord;
    expect(() => namedResults(study, broken, path)).toThrow(message);
  });
});

describe('quotedRatios', () => {
  it('divides totals, and says what by what', () => {
    const ratios = quotedRatios(study, namedResults(study, record, path));
    expect(ratios.map(({ workload, ratio }) => [workload.id, ratio.toFixed(3)])).toEqual([
      ['get-value', '1.343'],
      ['increment', '1.424'],
      ['mixed', '1.095'],
    ]);
    expect(ratios.every(({ arm, reference }) => arm.label === 'L' && reference.label === 'C')).toBe(
      true,
    );
  });

  it('leaves out a workload without the reference', () => {
    const lone = { ...record, results: record.results.slice(0, 1) };
    expect(quotedRatios(study, namedResults(study, lone, path))).toEqual([]);
  });
});
