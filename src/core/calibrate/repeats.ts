/** Simulated repeats: runs of one plan that differ by more than their sessions tell, and one run more. */
import { z } from 'zod';
import { normal, type Random, seeded } from '../plan/index.ts';
import { ofSessions, ratioOf, type SessionValue } from '../statistics/index.ts';

/** Spreads on the log scale: of sessions in a launch, and of launches in a run. */
const SESSION_SPREAD = 0.02;
const LAUNCH_SPREAD = 0.01;
/** Sessions of a run, shared among its launches. */
const SESSIONS = 30;
/** Log of the true ratio; no interval depends on it. */
const TRUTH = Math.log(1.1);

/** Runs that are combined, launches of each, and how far apart their true ratios are. */
export interface Repeats {
  runs: number;
  launches: number;
  /** Standard deviation between runs, on the log scale. */
  spread: number;
}

export const repeats: readonly Repeats[] = [3, 5].flatMap((runs) =>
  [1, 5].flatMap((launches) =>
    [0, 0.005, 0.01, 0.03, 0.1].map((spread) => ({ runs, launches, spread })),
  ),
);

const share = z.number().min(0).max(1);

/** The published rates of some repeats. */
export const repeatsSchema = z.strictObject({
  runs: z.int().min(3),
  launches: z.int().min(1),
  spread: z.number().min(0),
  /** Part of the 95 % intervals of the combined ratio that hold the true one. */
  coverage: share,
  /** Part of the intervals for the next run that hold its ratio. */
  next: share,
  /** Part of the 95 % intervals of one run that hold the next run’s ratio. */
  ofOneRun: share,
});

export type RepeatsScenario = z.infer<typeof repeatsSchema>;

/** Simulates so many repeats of a kind, and counts how often their intervals hold. */
export function simulateRepeats(kind: Repeats, count: number, seed: number): RepeatsScenario {
  const random = seeded(seed);
  const held = { coverage: 0, next: 0, ofOneRun: 0 };
  for (let done = 0; done < count; done += 1) {
    const [next = [], ...all] = Array.from({ length: kind.runs + 1 }, (_, run) =>
      sessionsOf(kind, run, random),
    );
    const combined = ratioOf(ofSessions(all.flat(), 0));
    const one = ratioOf(ofSessions(all[0] ?? [], 0));
    const found = ratioOf(ofSessions(next, 0))?.estimate ?? NaN;
    if (isWithin(combined?.interval, Math.exp(TRUTH))) held.coverage += 1;
    if (isWithin(combined?.next, found)) held.next += 1;
    if (isWithin(one?.interval, found)) held.ofOneRun += 1;
  }
  const { coverage, next, ofOneRun } = held;
  return { ...kind, coverage: coverage / count, next: next / count, ofOneRun: ofOneRun / count };
}

function sessionsOf({ launches, spread }: Repeats, run: number, random: Random): SessionValue[] {
  const ofRun = TRUTH + spread * normal(random);
  return Array.from({ length: launches }, (_, launch) => {
    const centre = ofRun + LAUNCH_SPREAD * normal(random);
    return Array.from({ length: SESSIONS / launches }, () => ({
      run,
      launch,
      value: centre + SESSION_SPREAD * normal(random),
    }));
  }).flat();
}

function isWithin(interval: { low: number; high: number } | undefined, value: number): boolean {
  return interval !== undefined && interval.low <= value && value <= interval.high;
}
