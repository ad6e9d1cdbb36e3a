/** Simulated runs whose truth is known. They are measurements without connections, which makes them quick. */
import {
  budgetOf,
  MORE_MS,
  OPENING,
  operationsOfWarmUp,
  type Random,
  seeded,
  turnOrder,
  turnsOfSession,
  warmsEach,
} from '../plan/index.ts';
import { CONTROL } from '../record/index.ts';
import { FEWEST_STRETCHES, LONGEST_WARM_UP_MS, WARM_UP_SHARE, WarmUp } from '../run/index.ts';
import {
  hodgesLehmann,
  interimTimes,
  isSettled,
  judge,
  type Judgement,
  type LogRatios,
  ofSessions,
  shareOf,
} from '../statistics/index.ts';
import { OTHER, type NoiseModel } from './noise.ts';

/** The remains of a session. */
interface SimulatedSession {
  /** Of each workload. */
  rounds: number;
  /** Log of each arm’s ratio to the reference, by arm and workload. */
  logRatios: ReadonlyMap<string, readonly number[]>;
  /** Time on the clock, in ms. */
  spentMs: number;
}

interface SimulatedSessions {
  noise: NoiseModel;
  /** Time of each arm, in times of the reference, which is the first. */
  arms: ReadonlyMap<string, number>;
  /** 32-bit seed of the order. */
  seed: number;
  random: Random;
  /** How many workloads share the connections of a session. */
  workloads: number;
  /** Time that each workload may take in all, in ms. */
  shareMs: number;
}

const CLOCK_STEP_US = 5;
/** The sessions of a run, one after the other without end. */
export function* simulatedSessions(run: SimulatedSessions): Generator<SimulatedSession, never> {
  const { noise, seed, random, workloads, shareMs } = run;
  const { cold = false, operationMs, openMs = 5 } = noise;
  const arms = [...run.arms.keys()];
  const [reference = ''] = arms;
  const scales = [...run.arms.values()];
  const fastestMs = operationMs * Math.min(...scales);
  const allMs = scales.reduce((sum, scale) => sum + scale) * operationMs;
  const times = {
    allMs,
    fastestMs,
    clockStepUs: CLOCK_STEP_US,
    shareMs,
    openMs: openMs / workloads,
  };
  const { operations, rounds } = cold ? OPENING : turnsOfSession({}, {}, times);
  const roundMs = allMs * operations;
  const mostMs = {
    first: Math.min(WARM_UP_SHARE.first * shareMs, LONGEST_WARM_UP_MS),
    later: WARM_UP_SHARE.later * roundMs * rounds,
  };
  const connect = noise.begin(random);
  let nowMs = 0;
  for (let session = 0; ; session += 1) {
    const startedAt = nowMs;
    if (!cold) nowMs += openMs;
    const connections = new Map([...run.arms].map(([arm, scale]) => [arm, connect(arm, scale)]));
    const turn = (arm: string, of = operations): number => {
      const takeMs = connections.get(arm);
      const from = nowMs;
      for (let done = 0; done < of; done += 1) nowMs += takeMs?.(nowMs) ?? 0;
      return nowMs - from;
    };
    const warmUp = (): void => {
      const kind = session === 0 ? 'first' : 'later';
      const until = nowMs + mostMs[kind];
      const stretch = session === 0 ? operations : operationsOfWarmUp({ operations, rounds });
      const warming = arms.map((arm) => ({ arm, own: new WarmUp(FEWEST_STRETCHES[kind]) }));
      while (nowMs < until && !warming.every(({ own }) => own.warm)) {
        // All arms side by side.
        const from = nowMs;
        const ends = warming.map(({ arm, own }) => {
          nowMs = from;
          own.add(turn(arm, stretch));
          return nowMs;
        });
        nowMs = Math.max(...ends);
      }
    };
    const logRatios = new Map<string, number[]>(arms.map((arm) => [arm, []]));
    for (let workload = 0; workload < workloads; workload += 1) {
      if (!cold && (session === 0 || workload === 0 || warmsEach(rounds))) warmUp();
      const nextRound = turnOrder({ seed, arms }, `calls ${workload}`, session);
      const times = Array.from(
        { length: rounds },
        () => new Map(nextRound().map((arm) => [arm, turn(arm)])),
      );
      for (const arm of arms) {
        const values = times.map((ms) => Math.log((ms.get(arm) ?? 0) / (ms.get(reference) ?? 0)));
        logRatios.get(arm)?.push(hodgesLehmann(values) ?? NaN);
      }
    }
    yield { rounds, logRatios, spentMs: nowMs - startedAt };
  }
}

/** True ratios of the subjects’ times to the reference’s. */
export const RATIOS = [1, 1.03, 1.1, 1.5] as const;
export type TrueRatio = (typeof RATIOS)[number];

/** Margin of what counts as equal, as in the studies. */
export const MARGIN = 0.05;

/** Ends of a run: after its time, when it is decided or its budget is spent, or only when it is decided. */
export const endings = ['time', 'until-decided', 'kept-going'] as const;
export type Ending = (typeof endings)[number];

/** Workloads that share a run’s time. They are alike, and if they share no connections one is simulated. */
const WORKLOADS = 3;
const REFERENCE = 'reference';

const subjectOf = (ratio: TrueRatio) => `takes ${ratio}`;

/** Runs from `first` up to `end`, of a 32-bit seed that all noise models share, so that luck differs less between them. */
export type RunsPart = Record<'seed' | 'first' | 'end', number>;

type Seeds = Record<'planSeed' | 'worldSeed', number>;

/** Seeds of some runs. */
export function seedsOf({ seed, first, end }: RunsPart): Seeds[] {
  const random = seeded(seed);
  const draw = () => Math.floor(random() * 2 ** 32);
  return Array.from({ length: end }, () => ({ planSeed: draw(), worldSeed: draw() })).slice(first);
}

/** Times of the interim analyses of a run, in ms; the second is its budget. */
export function simulatedTimes({ operationMs }: Pick<NoiseModel, 'operationMs'>): number[] {
  return interimTimes({ budgetMs: budgetOf(operationMs, WORKLOADS), moreMs: MORE_MS });
}

/** Times of the arms of a simulated run, in those of the reference. */
export function simulatedArms({ other }: Pick<NoiseModel, 'other'>): Map<string, number> {
  return new Map([
    [REFERENCE, 1],
    [CONTROL, 1],
    ...RATIOS.map((ratio): [string, number] => [subjectOf(ratio), ratio]),
    ...(other === undefined ? [] : [[OTHER, other] as const]),
  ]);
}

/** How a run ended for one subject, by workload. */
export interface Outcome {
  subjects: Judgement[];
  controls: Judgement[];
  sessions: number;
  /** Place of the interim analysis at which all was decided; undefined if none was. */
  decidedAt: number | undefined;
}

/** The basis of a workload’s verdicts. */
type Basis = Record<'subject' | 'control', LogRatios> & { share: number };

/**
 * Simulates a run and judges it for every subject as if it were the only one, and for every ending:
 * a run that ends early is the beginning of one that is kept going. The decision on a workload stays to the end of
 * the run.
 *
 * @returns outcomes by ratio and ending, in the order of {@link RATIOS} and {@link endings}
 */
export function simulate(noise: NoiseModel, { planSeed, worldSeed }: Seeds): Outcome[][] {
  const times = simulatedTimes(noise);
  const [, budgetMs = 0] = times;
  const workloads = noise.cold === true ? 1 : WORKLOADS;
  const sessions = simulatedSessions({
    noise,
    workloads,
    arms: simulatedArms(noise),
    seed: planSeed,
    random: seeded(worldSeed),
    shareMs: budgetMs / WORKLOADS,
  });
  const done: SimulatedSession[] = [];
  const found = RATIOS.map((): Partial<Record<Ending, Outcome>> => ({}));
  const settled = RATIOS.map((): Array<Basis | undefined> => []);
  for (const [at, atMs] of times.entries()) {
    const untilMs = (atMs / WORKLOADS) * workloads;
    while (spentIn(done) + nextSessionMs(done) <= untilMs) done.push(sessions.next().value);
    const logRatios = (arm: string, workload: number): LogRatios => {
      const values = done.map(({ logRatios: ratios }) => ({
        value: ratios.get(arm)?.[workload] ?? NaN,
      }));
      return ofSessions(values, done.length * (done[0]?.rounds ?? 0));
    };
    for (const [index, ratio] of RATIOS.entries()) {
      const outcomes = found[index] ?? {};
      const kept = settled[index] ?? [];
      const now = (share: number) =>
        Array.from({ length: workloads }, (_, workload): Basis => {
          const subject = logRatios(subjectOf(ratio), workload);
          return { subject, control: logRatios(CONTROL, workload), share };
        });
      if (atMs === budgetMs) outcomes.time = outcomeOf(now(1), done.length);
      if (outcomes['kept-going'] !== undefined) continue;
      const bases = now(shareOf(at)).map((basis, workload) => kept[workload] ?? basis);
      const analysed = outcomeOf(bases, done.length);
      for (const [workload, subject] of analysed.subjects.entries()) {
        const control = analysed.controls[workload] as Judgement;
        if (isSettled([subject], [control], MARGIN)) kept[workload] ??= bases[workload];
      }
      const isDecided = bases.every((_, workload) => kept[workload] !== undefined);
      if (isDecided) analysed.decidedAt = at;
      if (isDecided || at === times.length - 1) outcomes['kept-going'] = analysed;
      if (atMs === budgetMs || (isDecided && atMs < budgetMs)) outcomes['until-decided'] = analysed;
    }
    if (found.every((outcomes) => endings.every((ending) => outcomes[ending]))) break;
  }
  return found.map((outcomes) => endings.map((ending) => outcomes[ending] as Outcome));
}

/** The verdicts on all workloads together. */
function outcomeOf(bases: readonly Basis[], sessions: number): Outcome {
  const judged = (of: 'subject' | 'control') =>
    judge(
      bases.map((basis) => ({ logRatios: basis[of], share: basis.share, nextShare: basis.share })),
      MARGIN,
    );
  const [subjects, controls] = [judged('subject'), judged('control')];
  return { subjects, controls, sessions, decidedAt: undefined };
}

function spentIn(sessions: readonly SimulatedSession[]): number {
  return sessions.reduce((sum, { spentMs }) => sum + spentMs, 0);
}

/** Time of the next session, as a run expects it. */
function nextSessionMs(done: readonly SimulatedSession[]): number {
  const latest = done.slice(1).slice(-3);
  return latest.length === 0 ? 0 : spentIn(latest) / latest.length;
}
