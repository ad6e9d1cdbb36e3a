/**
 * Simulated runs whose truth is known. Their sessions have no connections, to be quick; warm-up, length of
 * turns, number of rounds, order, budgets, interim analyses, intervals and verdicts are a measurement’s.
 */
import {
  budgetOf,
  MORE_MS,
  operationsOfTurn,
  type Random,
  roundsOfSession,
  seeded,
  turnOrder,
} from '../plan/index.ts';
import { CONTROL } from '../record/index.ts';
import { FEWEST, LONGEST_MS, WARM_UP_SHARE, WarmUp } from '../run/index.ts';
import {
  interimTimes,
  isSettled,
  judge,
  type Judged,
  ofSessions,
  sessionEstimate,
  shareOf,
} from '../statistics/index.ts';
import { OTHER, type Weather } from './weathers.ts';

/** What is kept of a session. */
interface SimulatedSession {
  rounds: number;
  /** Log of each arm’s ratio to the reference, by arm. */
  logRatios: ReadonlyMap<string, number>;
  /** Time in warm-up and turns, in ms. */
  spentMs: number;
}

interface SimulatedSessions {
  weather: Weather;
  /** How many times the reference’s time each arm takes; the reference is the first. */
  arms: ReadonlyMap<string, number>;
  /** 32-bit seed of the order. */
  seed: number;
  random: Random;
  /** Time that the workload may take in all, in ms. */
  shareMs: number;
}

/** Time until the connections of a session are open, in ms. */
const OPEN_MS = 5;
const CLOCK_STEP_US = 5;
/** The sessions of a run, one after the other without end. */
export function* simulatedSessions(run: SimulatedSessions): Generator<SimulatedSession, never> {
  const { weather, seed, random, shareMs } = run;
  const { cold = false, operationMs } = weather;
  const arms = [...run.arms.keys()];
  const [reference = ''] = arms;
  const scales = [...run.arms.values()];
  const fastestMs = operationMs * Math.min(...scales);
  const operations = cold ? 1 : operationsOfTurn({}, fastestMs, CLOCK_STEP_US);
  const roundMs = scales.reduce((sum, scale) => sum + scale) * operationMs * operations;
  const rounds = cold ? 1 : roundsOfSession({}, roundMs, shareMs, 0);
  const connect = weather.begin(random);
  let nowMs = 0;
  for (let session = 0; ; session += 1) {
    if (!cold) nowMs += OPEN_MS;
    const connections = new Map([...run.arms].map(([arm, scale]) => [arm, connect(arm, scale)]));
    const startedAt = nowMs;
    const turn = (arm: string): number => {
      const takeMs = connections.get(arm);
      const from = nowMs;
      for (let done = 0; done < operations; done += 1) nowMs += takeMs?.(nowMs) ?? 0;
      return nowMs - from;
    };
    if (!cold) {
      const kind = session === 0 ? 'first' : 'later';
      const mostMs =
        session === 0
          ? Math.min(WARM_UP_SHARE.first * shareMs, LONGEST_MS)
          : WARM_UP_SHARE.later * roundMs * rounds;
      const until = startedAt + mostMs;
      const warming = arms.map((arm) => ({ arm, warmUp: new WarmUp(FEWEST[kind]) }));
      while (nowMs < until && !warming.every(({ warmUp }) => warmUp.warm)) {
        // All arms side by side.
        const from = nowMs;
        const ends = warming.map(({ arm, warmUp }) => {
          nowMs = from;
          warmUp.add(turn(arm));
          return nowMs;
        });
        nowMs = Math.max(...ends);
      }
    }
    const nextRound = turnOrder({ seed, arms }, 'calls', session);
    const times = Array.from(
      { length: rounds },
      () => new Map(nextRound().map((arm) => [arm, turn(arm)])),
    );
    const logRatios = new Map<string, number>();
    for (const arm of arms) {
      const values = times.map((ms) => Math.log((ms.get(arm) ?? 0) / (ms.get(reference) ?? 0)));
      logRatios.set(arm, sessionEstimate(values) ?? NaN);
    }
    yield { rounds, logRatios, spentMs: nowMs - startedAt };
  }
}

/** True ratios of the subjects’ times to the reference’s. */
export const RATIOS = [1, 1.03, 1.1, 1.5] as const;
export type TrueRatio = (typeof RATIOS)[number];

/** What counts as equal, as in the studies. */
export const MARGIN = 0.05;

/**
 * How a run ends: after its time, with one analysis; when it is decided, or with its budget; or
 * when it is decided, kept going for as long as it may.
 */
export const endings = ['time', 'until-decided', 'kept-going'] as const;
export type Ending = (typeof endings)[number];

/** Workloads that share a run’s time. They are alike, and one of them is simulated. */
export const WORKLOADS = 3;
const REFERENCE = 'reference';

export const subjectOf = (ratio: TrueRatio) => `takes ${ratio}`;

/** Some of many simulated runs. */
export interface RunsPart {
  /** 32-bit seed of all runs; each weather meets the same, so that what differs is less a matter of luck. */
  seed: number;
  first: number;
  end: number;
}

interface Seeds {
  planSeed: number;
  worldSeed: number;
}

/** Seeds of the runs from `first` up to `end`. */
export function seedsOf({ seed, first, end }: RunsPart): Seeds[] {
  const random = seeded(seed);
  const draw = () => Math.floor(random() * 2 ** 32);
  return Array.from({ length: end }, () => ({ planSeed: draw(), worldSeed: draw() })).slice(first);
}

/** Times of the interim analyses of a run, in ms; the second is its budget. */
export function simulatedTimes({ operationMs }: Pick<Weather, 'operationMs'>): number[] {
  return interimTimes({ budgetMs: budgetOf(operationMs, WORKLOADS), moreMs: MORE_MS });
}

/** What the arms of a simulated run take, as times of the reference. */
export function simulatedArms({ other }: Pick<Weather, 'other'>): Map<string, number> {
  return new Map([
    [REFERENCE, 1],
    [CONTROL, 1],
    ...RATIOS.map((ratio): [string, number] => [subjectOf(ratio), ratio]),
    ...(other === undefined ? [] : [[OTHER, other] as const]),
  ]);
}

/** How a run ended for one subject. */
export interface Outcome {
  subject: Judged;
  control: Judged;
  sessions: number;
  /** Place of the interim analysis at which all was decided; undefined where none was. */
  decidedAt: number | undefined;
}

/**
 * Simulates a run and judges it for every subject as if it were the only one, and for every ending:
 * a run that ends early is the beginning of one that is kept going.
 *
 * @returns outcomes by ratio and ending, in the order of {@link RATIOS} and {@link endings}
 */
export function simulate(weather: Weather, { planSeed, worldSeed }: Seeds): Outcome[][] {
  const times = simulatedTimes(weather);
  const [, budgetMs = 0] = times;
  const sessions = simulatedSessions({
    weather,
    arms: simulatedArms(weather),
    seed: planSeed,
    random: seeded(worldSeed),
    shareMs: budgetMs / WORKLOADS,
  });
  const values = new Map<string, number[]>();
  const found = RATIOS.map((): Partial<Record<Ending, Outcome>> => ({}));
  const spent: number[] = [];
  let spentMs = 0;
  let rounds = 0;
  for (const [at, atMs] of times.entries()) {
    while (spentMs + expectedMs(spent) <= atMs / WORKLOADS) {
      const session = sessions.next().value;
      for (const [arm, value] of session.logRatios) {
        const own = values.get(arm) ?? [];
        values.set(arm, own);
        own.push(value);
      }
      spent.push(session.spentMs);
      spentMs += session.spentMs;
      rounds += session.rounds;
    }
    const judged = (arm: string, share: number) => {
      const logRatios = ofSessions(values.get(arm) ?? [], rounds);
      return judge([{ logRatios, share, nextShare: share }], MARGIN)[0] as Judged;
    };
    for (const [index, ratio] of RATIOS.entries()) {
      const outcomes = found[index] ?? {};
      const outcome = (share: number): Outcome => ({
        subject: judged(subjectOf(ratio), share),
        control: judged(CONTROL, share),
        sessions: spent.length,
        decidedAt: undefined,
      });
      if (atMs === budgetMs) outcomes.time = outcome(1);
      if (outcomes['kept-going'] !== undefined) continue;
      const analysed = outcome(shareOf(at));
      const settled = isSettled([analysed.subject], [analysed.control], MARGIN);
      if (settled) analysed.decidedAt = at;
      if (settled || at === times.length - 1) outcomes['kept-going'] = analysed;
      if (atMs === budgetMs || (settled && atMs < budgetMs)) outcomes['until-decided'] = analysed;
    }
    if (found.every((outcomes) => endings.every((ending) => outcomes[ending]))) break;
  }
  return found.map((outcomes) => endings.map((ending) => outcomes[ending] as Outcome));
}

/** What the next session is expected to take, as a run expects it. */
function expectedMs(spent: readonly number[]): number {
  const latest = spent.slice(1).slice(-3);
  return latest.length === 0 ? 0 : latest.reduce((sum, ms) => sum + ms) / latest.length;
}
