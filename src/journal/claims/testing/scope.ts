/** A small study with records, for tests of formulas. */
import type { StudyOutline } from '../../../core/plan/index.ts';
import { quotedRecordSchema } from '../../../core/record/index.ts';
import { ENVIRONMENT } from '../../../core/testing/fixture.ts';
import { measured } from '../../../results/numbers/quantity.ts';
import type { MeasuredResult, Result, Row } from '../../../results/result.ts';
import { ratioOf, rowOf } from '../../../results/testing/rows.ts';
import { quotedResultOf } from '../../../results/rows-of.ts';
import type { Scope } from '../scope.ts';
import records from './sums.json';

const named = (id: string) => ({ id, label: id });

const study: StudyOutline = {
  id: 'sums',
  title: 'Sums',
  arms: ['slow', 'fast', 'padded', 'hung'].map((id) => ({ ...named(id), system: id })),
  workloads: ['add', 'take', 'send', 'rate'].map((id) => ({ ...named(id), question: `${id}?` })),
  reference: 'fast',
  subjects: ['slow'],
};

/**
 * A measured result: the slow arm takes `factor` times the time of the fast one, `take` twice that of `add`.
 *
 * @param sessions too few of them give no interval
 */
export function measuredResult(factor: number, sessions = 8): MeasuredResult {
  const ratio = ratioOf(factor, sessions > 3 ? 1.01 : undefined, { sessions });
  const judged = { ...ratio, class: 'slower-by-margin' as const };
  const [arms, workloads] = [
    ['fast', 'slow'],
    ['add', 'take'],
  ];
  const madeUpRow = (arm: string, workload: string): Row =>
    rowOf(arm, {
      workload,
      sessions,
      time: measured((workload === 'add' ? 0.2 : 0.4) * (arm === 'slow' ? factor : 1)),
      ratios: arm === 'slow' ? { fast: workload === 'add' ? judged : ratio } : {},
      frames: { out: 2, in: 3 },
      readings: { 'caller/end/system': [2e6, 3e6] },
    });
  return {
    kind: 'measured',
    study: study.id,
    startedAt: '2026-11-22T12:00:00.000Z',
    seed: 1,
    end: 'complete',
    launches: 1,
    rounds: 8,
    notices: [],
    discarded: [],
    rows: workloads.flatMap((workload) => arms.map((arm) => madeUpRow(arm, workload))),
    plan: { arms, workloads, rule: 'fixed', reference: 'fast', subjects: ['slow'] },
    environment: ENVIRONMENT,
  };
}

/** The records of sums.json: one with results and figures, an earlier one, and one without a date. */
export function testScope(
  changes: Partial<Scope> = {},
  more: Readonly<Record<string, Result>> = {},
): Scope {
  const quoted = Object.entries(records).map(([id, record]) => [
    id,
    quotedResultOf(quotedRecordSchema.parse(record)),
  ]);
  const results = { ...Object.fromEntries(quoted), ...more } as Readonly<Record<string, Result>>;
  return {
    study,
    records: ['sums/2025-01-02-own'],
    configuration: [
      { name: 'Duration', value: 5, unit: 's' },
      { name: 'Batches', value: [10, 50], unit: 'calls' },
      { name: 'Runtime', value: 'Node.js 22.14.0' },
    ],
    find: (id) => {
      const found = results[id];
      if (found) return { ...found, id };
      throw new Error(`content/results/${id}.json: got no such file`);
    },
    ...changes,
  };
}
