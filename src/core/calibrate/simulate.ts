/** How often are intervals, classes and marks right? Tables of simulated launches, whose true ratios are known. */
import { quantileSorted } from 'simple-statistics';
import { z } from 'zod';
import { normal, type Random, seeded } from '../plan/order.ts';
import {
  classOf,
  driftOf,
  type Interval,
  intervalFor,
  launchValues,
  type LaunchValue,
  MARGIN,
  mayBeBest,
  MOST_DRIFT,
  type Ratio,
  type RatioClass,
  ratioOf,
  sharedAlpha,
} from '../statistics/index.ts';
import { CONTROL, type NoiseModel, noiseModelOf, REFERENCE, simulateTurns } from './noise.ts';

/** Arms with a ratio in a column, and ratios of a table with two columns. */
const COLUMN = 7;
const TABLE = 2 * COLUMN;
const ARMS = Array.from({ length: COLUMN }, (_, at) => `arm ${at + 1}`);
/** True ratios of a column with differences. Those at the limit of a class are the hardest to tell. */
const TRUE_RATIOS = [1 / (1 + MARGIN), 0.8, 0.95, 1, 1.05, 1 + MARGIN, 1.3] as const;
/** Change of a ratio within a launch, as a fraction, that has to be seen. */
const DRIFT = 0.08;

const share = z.number().min(0).max(1);

/** The published rates of a noise model. */
const rates = {
  /** Part of the 95 % intervals that hold the true ratio. */
  coverage: share,
  /** The same of intervals across the sessions of a single launch; absent if it has too few. */
  coverageOfOne: share.optional(),
  /** Part of the intervals for the next launch that hold its value. */
  next: share,
  /** Part of the tables without any difference that show one: tables of one column, and of two. */
  falseInColumn: share,
  falseInTable: share,
  /** Part of the tables with differences, of two columns, that show a wrong class. */
  wrong: share,
  /** Part of the columns in which the fastest arm is not said to be one that may be. */
  missedBest: share,
  /** Part of the plans without drift that withhold any ratio; absent if launches have too few rounds to tell. */
  withheld: share.optional(),
  /** Part of the plans that withhold a ratio that drifts by 8 %. */
  withheldDrift: share.optional(),
};
type Rate = keyof typeof rates;

export const scenarioSchema = z.strictObject({
  /** Name of the noise model. */
  name: z.string().min(1),
  launches: z.int().min(2),
  sessions: z.int().min(1),
  rounds: z.int().min(1),
  spread: z.strictObject({ round: share, session: share, launch: share }),
  ...rates,
  /** Drift, as a fraction, from which nine tenths of the plans withhold a ratio. */
  driftSeen: z.number().positive().optional(),
});
export type Scenario = z.infer<typeof scenarioSchema>;

/** Counts how often something came true. */
class Tally {
  /** Drifts from which the first ratio of each plan is withheld, as a ratio. */
  readonly drifts: number[] = [];
  readonly #counts = new Map<Rate, { hits: number; of: number }>();

  add(rate: Rate, hit: boolean): void {
    const count = this.#counts.get(rate) ?? { hits: 0, of: 0 };
    this.#counts.set(rate, { hits: count.hits + (hit ? 1 : 0), of: count.of + 1 });
  }

  rates(): Partial<Record<Rate, number>> {
    return Object.fromEntries(
      [...this.#counts].map(([rate, { hits, of }]) => [rate, rounded(hits / of)]),
    );
  }
}

const rounded = (value: number): number => Math.round(1e4 * value) / 1e4;

/** Simulates so many tables. @throws RangeError naming a noise model that is not known */
export function simulateTables(noiseName: string, tables: number, seed: number): Scenario {
  const noise = noiseModelOf(noiseName);
  const random = seeded(seed);
  const tally = new Tally();
  // A column stands beside the one before it, so that each is simulated once.
  let beside = simulateColumn(noise, random);
  for (let table = 0; table < tables; table += 1) {
    const column = simulateColumn(noise, random);
    countRatios(tally, column);
    countClasses(tally, column.values, beside.values);
    countDrift(tally, [...column.values, ...beside.values]);
    tally.add('missedBest', !mayBeBest(column.ofFirst));
    beside = column;
  }
  const { name, launches, sessions, rounds, spread } = noise;
  const drifts = tally.drifts.sort((one, other) => one - other);
  return scenarioSchema.parse({
    name,
    launches,
    sessions,
    rounds,
    spread,
    ...tally.rates(),
    driftSeen: drifts.length === 0 ? undefined : rounded(quantileSorted(drifts, 0.9) - 1),
  });
}

/** A column of arms that are all equally fast. */
interface Column {
  /** The launch values of each arm, and what one launch more says. */
  values: LaunchValue[][];
  next: LaunchValue[];
  /** Ratios of the first arm to every other one and the reference. As fast as they are, it may be the fastest. */
  ofFirst: Ratio[];
}

function simulateColumn(noise: NoiseModel, random: Random): Column {
  const { launches } = noise;
  const cell = simulateTurns(noise, launches + 1, ARMS, random);
  const all = ARMS.map((arm) => launchValues(cell(arm), cell(REFERENCE), cell(CONTROL)));
  const values = all.map((own) => own.slice(0, launches));
  const [first = '', ...others] = ARMS;
  const pairs = others.map((arm) => launchValues(cell(first), cell(arm)).slice(0, launches));
  return {
    values,
    next: all.flatMap((own) => own.slice(launches)),
    ofFirst: [...values.slice(0, 1), ...pairs].flatMap((own) => ratioOf(own) ?? []),
  };
}

function countRatios(tally: Tally, { values, next }: Column): void {
  for (const [at, own] of values.entries()) {
    const ratio = ratioOf(own);
    tally.add('coverage', holds(ratio, 1));
    tally.add('next', holds(ratio?.next, Math.exp(next[at]?.value ?? NaN)));
    const one = ratioOf(own.slice(0, 1));
    if (one?.low !== undefined) tally.add('coverageOfOne', holds(one, 1));
  }
}

const holds = (interval: Partial<Interval> | undefined, value: number): boolean =>
  (interval?.low ?? NaN) <= value && value <= (interval?.high ?? NaN);

function countClasses(tally: Tally, column: LaunchValue[][], beside: LaunchValue[][]): void {
  const table = [...column, ...beside];
  const shows = (own: LaunchValue[], family: number) => isWrong(classIn(own, family), 1);
  tally.add(
    'falseInColumn',
    column.some((own) => shows(own, COLUMN)),
  );
  tally.add(
    'falseInTable',
    table.some((own) => shows(own, TABLE)),
  );
  const isWrongAt = (own: LaunchValue[], at: number) => {
    const truth = TRUE_RATIOS[at % COLUMN] ?? 1;
    // Noise does not depend on how long an arm takes.
    const shifted = own.map((launch) => ({ ...launch, value: launch.value + Math.log(truth) }));
    return isWrong(classIn(shifted, TABLE), truth);
  };
  tally.add('wrong', table.some(isWrongAt));
}

function classIn(values: readonly LaunchValue[], family: number): RatioClass {
  const ratio = ratioOf(values);
  return ratio === undefined ? 'open' : classOf(ratio, family);
}

/** True if the class does not hold of the true ratio; at its limit it does not. */
function isWrong(of: RatioClass, truth: number): boolean {
  const limit = 1 + MARGIN;
  if (of === 'open') return false;
  if (of === 'within') return truth >= limit || truth <= 1 / limit;
  const difference = of.startsWith('slower') ? truth : 1 / truth;
  return difference <= (of.endsWith('by-margin') ? limit : 1);
}

function countDrift(tally: Tally, plan: LaunchValue[][]): void {
  const found = plan.flatMap((own) => driftOf(own, TABLE) ?? []);
  const [first] = found;
  if (first === undefined) return;
  tally.add(
    'withheld',
    found.some(({ withheld }) => withheld === true),
  );
  // A drift moves the whole interval, the low end of which has to pass the limit.
  const needed = (1 + MOST_DRIFT) / first.low;
  tally.drifts.push(needed);
  tally.add('withheldDrift', needed < 1 + DRIFT);
}

// Which difference does a plan see? The answer by how much its launches differ.

/** Spreads of launch values on the log scale, and launches of a plan. */
const SPREADS = [0.01, 0.02, 0.04, 0.06, 0.08, 0.11];
const LAUNCHES = 12;

export const powerSchema = z.strictObject({
  spread: z.number().positive(),
  /** True ratio from which the interval lies above 1: in half of the tables, and in nine tenths. */
  seen: z.strictObject({ p50: z.number().min(1), p90: z.number().min(1) }),
  /** Part of the arms that are as fast as the reference and said to be within 10 %. */
  within: z.number().min(0).max(1),
});
export type Power = z.infer<typeof powerSchema>;

/** Simulates so many ratios for each spread, judged in tables of one column. */
export function simulatePower(ratios: number, seed: number): Power[] {
  return SPREADS.map((spread) => {
    const random = seeded(seed);
    let within = 0;
    // A true ratio is seen if it lifts the low end, of equally fast arms, above 1.
    const needed = Array.from({ length: ratios }, () => {
      const values = Array.from({ length: LAUNCHES }, () => {
        return { value: spread * normal(random), sessions: [] };
      });
      const ratio = ratioOf(values);
      if (ratio === undefined) return NaN;
      if (classOf(ratio, COLUMN) === 'within') within += 1;
      return 1 / (intervalFor(ratio, sharedAlpha(COLUMN))?.low ?? NaN);
    }).sort((one, other) => one - other);
    const at = (part: number) => Math.round(1e4 * quantileSorted(needed, part)) / 1e4;
    return { spread, seen: { p50: at(0.5), p90: at(0.9) }, within: within / ratios };
  });
}
