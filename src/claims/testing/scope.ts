/** A small study with records, for tests of formulas. */
import type { StudyOutline } from '../../harness/plan/index.ts';
import {
  type QuotedRecord,
  quotedRecordSchema,
  type RoundtripRecord,
} from '../../harness/record/index.ts';
import type { Scope } from '../scope.ts';

const study: StudyOutline = {
  id: 'sums',
  title: 'Sums',
  arms: ['slow', 'fast', 'padded', 'hung'].map((id) => ({ id, label: id, system: id })),
  workloads: ['add', 'take', 'send'].map((id) => ({
    id,
    label: id,
    question: `How fast is ${id}?`,
  })),
  reference: 'fast',
  subjects: ['slow'],
  margin: 0.05,
};

function quoted(date: string | undefined, data: object): QuotedRecord {
  return quotedRecordSchema.parse({
    schema: 1,
    kind: 'quoted',
    study: study.id,
    date,
    source: { title: 'Sums', url: 'https://example.org/sums' },
    environment: { setting: 'local', versions: {} },
    ...data,
  });
}

const own = quoted('2025-01-02T12:00:00', {
  results: [
    { arm: 'slow', workload: 'add', operations: 100, totalMs: 24.43, msPerOperation: 0.244 },
    { arm: 'fast', workload: 'add', operations: 100, totalMs: 17.15, msPerOperation: 0.171 },
    { arm: 'slow', workload: 'take', msPerOperation: 0.4, operationsPerSecond: 2500 },
    { arm: 'fast', workload: 'take', operationsPerSecond: 5000 },
    { arm: 'slow', workload: 'send', megabytesPerSecond: 2 },
    { arm: 'fast', workload: 'send', megabytesPerSecond: 3 },
    { arm: 'padded', workload: 'add', totalMs: 17, printed: { totalMs: '17.00' } },
    { arm: 'hung', workload: 'add', operations: 50, outcome: 'hung', completed: 28 },
  ],
  figures: [
    { id: 'stringify', label: 'Making text', value: 0.01, unit: 'ms', origin: 'measured' },
    { id: 'gain', label: 'Gain hoped for', low: 2, high: 3, unit: '%', origin: 'expected' },
    { id: 'drift', label: 'Change', value: -7.2, unit: '%', origin: 'computed' },
    { id: 'limit', label: 'Limit', value: 2, unit: '×', origin: 'assumed' },
  ],
});

const earlier = quoted('2025-10-20', {
  results: [{ arm: 'slow', workload: 'add', operations: 100, totalMs: 26.75 }],
  figures: [],
});

const undated = quoted(undefined, { results: [], figures: [] });

/**
 * One record with results and figures, an earlier one, `2025-10-20-before`, of the same study, and
 * one without a date, `undated`.
 */
export function testScope(
  changes: Partial<Scope> = {},
  more: Readonly<Record<string, RoundtripRecord>> = {},
): Scope {
  const records: Readonly<Record<string, RoundtripRecord>> = {
    'sums/2025-01-02-own': own,
    'sums/2025-10-20-before': earlier,
    'sums/undated': undated,
    ...more,
  };
  return {
    study,
    records: ['sums/2025-01-02-own'],
    configuration: [
      { name: 'Duration', value: 5, unit: 's' },
      { name: 'Batches', value: [10, 50], unit: 'calls' },
      { name: 'Runtime', value: 'Node.js 22.14.0' },
    ],
    find: async (id) => records[id],
    ...changes,
  };
}
