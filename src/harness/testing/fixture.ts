/** Records made up for tests. */
import { lackIn } from '../plan/index.ts';
import type { Block, MeasuredRecord } from '../record/index.ts';

export interface MadeUp {
  arms: string[];
  workloads?: string[];
  rounds: number;
  /** Rounds planned, where the run ended before. */
  planned?: number;
  clockStepUs?: number;
  /** What more the plan says: loads, and what arms cannot do. */
  plan?: Pick<MeasuredRecord['plan'], 'loads' | 'cannot'>;
  /** Samples of a block in µs, or the whole block where more than samples matters. */
  block(cell: { arm: string; workload: string; round: number }): number[] | Partial<Block>;
}

export function madeUpRecord(madeUp: MadeUp): MeasuredRecord {
  const { arms, workloads = ['calls'], rounds, planned = rounds, clockStepUs = 1 } = madeUp;
  const can = (workload: string) => (arm: string) =>
    lackIn(madeUp.plan ?? {}, arm, workload) === undefined;
  const blocks = Array.from({ length: rounds }, (_, round) =>
    workloads.flatMap((workload) =>
      arms.filter(can(workload)).map((arm): Block => {
        const made = madeUp.block({ arm, workload, round });
        return {
          round,
          arm,
          workload,
          connectUs: 2000,
          samplesUs: [],
          frames: { out: 10, in: 10 },
          bytes: { out: 100, in: 200 },
          ...(Array.isArray(made) ? { samplesUs: made } : made),
        };
      }),
    ),
  ).flat();
  return {
    schema: 1,
    kind: 'measured',
    study: 'made-up',
    startedAt: '2026-11-20T12:00:00Z',
    seed: 1,
    plan: { rounds: planned, arms, workloads, ...madeUp.plan, deadlineMs: 1000, rule: 'fixed' },
    environment: {
      setting: 'workerd',
      origin: 'http://localhost',
      runtime: 'Node 24',
      clockStepUs,
      versions: {},
      accept: {},
    },
    blocks,
  };
}
