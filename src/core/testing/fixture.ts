/** Records made up for tests. */
import { armsFor, normal, seeded, turnOrder } from '../plan/index.ts';
import {
  type ArmSession,
  type Environment,
  type Outside,
  readRecord,
  type Session,
  type SessionPlan,
  type SessionRecord,
  type Turn,
} from '../record/index.ts';

const SEED = 1;

export interface MadeUpSessions {
  arms: string[];
  workloads?: string[];
  /** Sessions of each workload. */
  sessions: number;
  /** Rounds of each session; 4 by default. */
  rounds?: number;
  clockStepUs?: number;
  /** Further fields of the plan; a run of fixed rounds by default. */
  plan?: Partial<SessionPlan>;
  /** Samples of a turn in µs, or other fields of it. */
  turn: TurnMaker;
}

type Place = { arm: string; workload: string; session: number; round: number };
export type TurnMaker = (place: Place) => number[] | Partial<Turn>;

/** A record of turns, in the order that its seed gives; workloads have their sessions alternately. */
export function madeUpSessions(madeUp: MadeUpSessions): SessionRecord {
  const { arms, workloads = ['calls'], sessions: count, rounds = 4, clockStepUs = 1 } = madeUp;
  const length = { rule: 'fixed', rounds: Math.max(1, count * rounds) } as const;
  const turns = Object.fromEntries(workloads.map((id) => [id, { leadIn: 0, operations: 1 }]));
  const plan: SessionPlan = { arms, workloads, turns, deadlineMs: 1000, ...length, ...madeUp.plan };
  const sessionOf = (workload: string, session: number): Session => {
    const next = turnOrder({ ...plan, seed: SEED }, workload, session);
    const turns = Array.from({ length: rounds }, (_, round) =>
      next().map((arm) => turnOf(arm, round, madeUp.turn({ arm, workload, session, round }))),
    ).flat();
    return {
      workload,
      session,
      operations: Math.max(1, ...turns.map(({ samplesUs }) => samplesUs.length)),
      openUs: 2000,
      warmUpUs: 1000,
      turnsUs: turns.flatMap(({ samplesUs }) => samplesUs).reduce((sum, us) => sum + us, 0),
      arms: armsFor(plan, workload).map((arm) => {
        return { arm, connectUs: 2000, extensions: '', warmUp: 3 };
      }),
      turns,
    };
  };
  const sessions = Array.from({ length: count }, (_, session) =>
    workloads.map((workload) => sessionOf(workload, session)),
  ).flat();
  return {
    schema: 1,
    kind: 'measured',
    study: 'made-up',
    startedAt: '2026-11-20T12:00:00Z',
    seed: SEED,
    plan,
    sessions,
    environment: { ...ENVIRONMENT, clockStepUs },
  };
}

/** A record whose arms have more in each session. */
export const withArms = (
  record: SessionRecord,
  own: (arm: string, session: number) => Partial<ArmSession>,
): SessionRecord => ({
  ...record,
  sessions: record.sessions.map((session) => ({
    ...session,
    arms: session.arms.map((each) => ({ ...each, ...own(each.arm, session.session) })),
  })),
});

/** The place of a run on this machine. */
export const ENVIRONMENT: Environment = {
  setting: 'workerd',
  origin: 'http://localhost',
  runtime: 'Node 24',
  clockStepUs: 1,
  versions: {},
  accept: {},
};

function turnOf(arm: string, round: number, own: number[] | Partial<Turn>): Turn {
  const [frames, bytes] = [
    { out: 10, in: 10 },
    { out: 100, in: 200 },
  ];
  const fields = Array.isArray(own) ? { samplesUs: own } : own;
  return { round, arm, samplesUs: [], frames, bytes, ...fields };
}

/** A library from outside as records name it, made up for tests. */
export const pairs: Outside = {
  id: 'pairs',
  label: 'Pairs',
  versions: { pairs: '1.0.0', other: '2.0.0' },
  digest: 'a1'.repeat(32),
  served: 'beside',
  arms: ['hibernating', 'in memory'].map((label) => ({ name: label.replace(' ', '-'), label })),
};

/** A record of sessions as it was written. @throws Error for another one */
export function measured(text: string): SessionRecord {
  const record = readRecord(text, 'the record');
  if (record.kind === 'measured') return record;
  throw new Error(`got a ${record.kind} record of schema ${record.schema}, expected sessions`);
}

/** The arms and turns of a record that were discarded, each with why. */
export const discarded = ({ sessions }: Pick<SessionRecord, 'sessions'>) =>
  sessions.flatMap(({ arms, turns }) =>
    [...arms, ...turns].flatMap(({ arm, discardedBecause: reason, detail = '' }) =>
      reason === undefined ? [] : [{ arm, reason, detail }],
    ),
  );

/** Arms of most records made up here. */
export const ARMS = ['baseline', 'reference', 'subject', 'control'];

/** Draws from log-normal distributions, rounded to whole numbers. */
export function logNormals(seed: number) {
  const random = seeded(seed);
  return (count: number, median: number, spread: number): number[] =>
    Array.from({ length: count }, () => Math.round(median * Math.exp(spread * normal(random))));
}
