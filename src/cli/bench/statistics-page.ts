import { seeded, normal } from '../../harness/plan/index.ts';
import type { SessionRecord } from '../../harness/record/index.ts';
import { analyse } from '../../harness/statistics/index.ts';

/** Arms and workloads of a Thorough run. */
const ARMS = ['floor', 'floor-hibernating', 'subject', 'subject-hibernating', 'reference', 'twin'];
const WORKLOADS = ['increment', 'get-value', 'mixed'];
const ROUNDS = 40;

/** A record of a long run with so many samples a turn, log-normal around half a millisecond. */
export function thoroughRecord(samplesPerTurn: number): SessionRecord {
  const random = seeded(samplesPerTurn);
  const arms = ARMS.map((arm) => ({ arm, connectUs: 900, warmUp: 1 }));
  const turnOf = (arm: string) => ({
    round: 0,
    arm,
    samplesUs: Array.from({ length: samplesPerTurn }, () =>
      Math.round(500 * Math.exp(0.3 * normal(random))),
    ),
    frames: { out: samplesPerTurn, in: samplesPerTurn },
    bytes: { out: samplesPerTurn * 60, in: samplesPerTurn * 40 },
  });
  const sessions = Array.from({ length: ROUNDS }, (_, session) =>
    WORKLOADS.map((workload) => ({
      ...{ workload, session, operations: samplesPerTurn, arms },
      ...{ openUs: 900, warmUpUs: 500, turnsUs: 3000 * samplesPerTurn },
      turns: ARMS.map(turnOf),
    })),
  ).flat();
  return {
    schema: 2,
    kind: 'measured',
    study: 'made-up',
    startedAt: '2026-11-20T12:00:00.000Z',
    seed: samplesPerTurn,
    plan: { rounds: ROUNDS, arms: ARMS, workloads: WORKLOADS, deadlineMs: 10_000, rule: 'fixed' },
    environment: {
      setting: 'workerd',
      origin: 'http://localhost',
      runtime: 'made up',
      clockStepUs: 5,
      versions: {},
      accept: {},
    },
    pilots: [],
    looks: [],
    sessions,
  };
}

/** Analyses both records in turn, `rounds` times; ms of each, after one round that is not counted. */
export function timeAnalyses(small: number, large: number, rounds: number): [number, number][] {
  const records = [thoroughRecord(small), thoroughRecord(large)] as const;
  const options = {
    reference: 'reference',
    subjects: ['subject', 'subject-hibernating'],
    margin: 0.05,
    rule: 'fixed',
  } as const;
  const time = (record: SessionRecord): number => {
    const startedAt = performance.now();
    const { subjects } = analyse(record, options);
    const elapsed = performance.now() - startedAt;
    if (subjects.length !== 6) throw new Error(`got ${subjects.length} comparisons, expected 6`);
    return elapsed;
  };
  const timed = Array.from({ length: rounds + 1 }, (): [number, number] => [
    time(records[0]),
    time(records[1]),
  ]);
  return timed.slice(1);
}
