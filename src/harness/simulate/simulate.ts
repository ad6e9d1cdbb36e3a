/**
 * Simulated runs whose truth is known. Budgets, interim analyses, intervals and verdicts are those
 * of a measurement.
 */
import { budgetOf, MORE_MS, seeded } from '../plan/index.ts';
import { CONTROL } from '../record/index.ts';
import {
  isSettled,
  judge,
  type Judged,
  interimTimes,
  ofSessions,
  shareOf,
} from '../statistics/index.ts';
import { simulatedSessions } from './sessions.ts';
import { OTHER, type Weather } from './weathers.ts';

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
