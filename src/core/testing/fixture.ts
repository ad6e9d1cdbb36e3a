/** Records made up for tests. */
import { armsFor, turnOrder } from '../plan/index.ts';
import type { Outside, Session, SessionRecord, Turn } from '../record/index.ts';

type PlanParts = Pick<SessionRecord['plan'], 'loads' | 'cannot'>;

const SEED = 1;
const traffic = { frames: { out: 10, in: 10 }, bytes: { out: 100, in: 200 } };

export interface MadeUp {
  arms: string[];
  workloads?: string[];
  rounds: number;
  /** Rounds planned, where the run ended before. */
  planned?: number;
  clockStepUs?: number;
  /** What more the plan says: loads, and what arms cannot do. */
  plan?: PlanParts;
  /** Samples of a turn in µs, or the whole turn where more than samples matters. */
  block(cell: { arm: string; workload: string; round: number }): number[] | Partial<Turn>;
}

/** A record in which each round is a session of its own. */
export function madeUpRecord(madeUp: MadeUp): SessionRecord {
  const { rounds, planned = rounds, plan } = madeUp;
  return madeUpSessions({
    ...madeUp,
    sessions: rounds,
    rounds: 1,
    plan: { ...plan, rounds: Math.max(1, planned) },
    turn: ({ arm, workload, session }) => madeUp.block({ arm, workload, round: session }),
  });
}

export interface MadeUpSessions {
  arms: string[];
  workloads?: string[];
  /** Sessions of each workload. */
  sessions: number;
  /** Rounds of each session; 4 by default. */
  rounds?: number;
  clockStepUs?: number;
  /** What the plan says besides arms and workloads; a run of fixed rounds where it is left out. */
  plan?: Partial<SessionRecord['plan']>;
  /** Samples of a turn in µs, or the whole turn where more than samples matters. */
  turn(cell: {
    arm: string;
    workload: string;
    session: number;
    round: number;
  }): number[] | Partial<Turn>;
}

/** A record of turns, in the order that its seed gives; workloads have their sessions alternately. */
export function madeUpSessions(madeUp: MadeUpSessions): SessionRecord {
  const { arms, workloads = ['calls'], sessions: count, rounds = 4, clockStepUs = 1 } = madeUp;
  const plan: SessionRecord['plan'] = {
    ...{ arms, workloads, deadlineMs: 1000, rule: 'fixed', rounds: Math.max(1, count * rounds) },
    ...madeUp.plan,
  };
  const sessionOf = (workload: string, session: number): Session => {
    const next = turnOrder({ ...plan, seed: SEED }, workload, session);
    const turns = Array.from({ length: rounds }, (_, round) =>
      next().map((arm): Turn => {
        const turn = madeUp.turn({ arm, workload, session, round });
        return {
          ...{ round, arm, samplesUs: [], ...traffic },
          ...(Array.isArray(turn) ? { samplesUs: turn } : turn),
        };
      }),
    ).flat();
    const spentUs = turns.flatMap(({ samplesUs }) => samplesUs).reduce((sum, us) => sum + us, 0);
    return {
      workload,
      session,
      operations: Math.max(1, ...turns.map(({ samplesUs }) => samplesUs.length)),
      ...{ openUs: 2000, warmUpUs: 1000, turnsUs: spentUs },
      arms: armsFor(plan, workload).map((arm) => ({
        ...{ arm, connectUs: 2000, extensions: '', warmUp: 3 },
      })),
      turns,
    };
  };
  const sessions = Array.from({ length: count }, (_, session) =>
    workloads.map((workload) => sessionOf(workload, session)),
  ).flat();
  const pilots = sessions
    .slice(0, workloads.length)
    .map(({ workload, operations, turnsUs }) => ({
      ...{ workload, operations, rounds, roundUs: Math.round(turnsUs / rounds) },
    }));
  return {
    ...{ schema: 2, kind: 'measured', study: 'made-up', startedAt: '2026-11-20T12:00:00Z' },
    ...{ seed: SEED, plan, pilots, looks: [], sessions },
    environment: {
      ...{ setting: 'workerd', origin: 'http://localhost', runtime: 'Node 24' },
      ...{ clockStepUs, versions: {}, accept: {} },
    },
  };
}

/** A contestant from outside as records name it, made up for tests. */
export const pairs: Outside = {
  id: 'pairs',
  label: 'Pairs',
  versions: { pairs: '1.0.0', other: '2.0.0' },
  digest: 'a1'.repeat(32),
  served: 'beside',
  arms: [
    { name: 'hibernating', label: 'hibernating' },
    { name: 'in-memory', label: 'in memory' },
  ],
};
