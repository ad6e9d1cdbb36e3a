/**
 * Simulated sessions without connections, as quick as they can be made: their warm-up, the length of
 * their turns, the number of their rounds, their order and what they are read by are those of a
 * measurement.
 */
import { operationsOfTurn, type Random, roundsOfSession, turnOrder } from '../plan/index.ts';
import { FEWEST, LONGEST_MS, WARM_UP_SHARE, WarmUp } from '../run/index.ts';
import { sessionEstimate } from '../statistics/index.ts';
import type { Weather } from './weathers.ts';

/** What is kept of a session. */
export interface SimulatedSession {
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
