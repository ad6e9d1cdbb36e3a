/**
 * How many times another arm’s time does an arm take, and how sure is that?
 *
 *     round          1          2        3    …       every arm has one turn, in shuffled order
 *     turns        A B A′    A′ A B    B A A′          A′ is the control: A once more
 *     log ratios    · ·        · ·      · ·   …       log B − log A, and log B − log A′, of the turns’ times
 *                    └───── one launch ─────┘
 *
 *     launch         ●    ●      ●   ● ●      ●       the mean of both ratios’ Hodges–Lehmann centres
 *                          ├──◆──┤                    mean ± t(N − 1) · s ÷ √N: the 95 % interval
 *                    ├────────◆────────┤              mean ± t(N − 1) · s · √(1 + 1 ÷ N): the next launch
 *
 * Rounds are paired, because a disturbance of a round slows both arms. Launches are the unit, because a process
 * compiles its code and lays out its memory once: rounds of one launch resemble each other, and an interval across
 * them would be too narrow. All of it happens on the log scale, so that the ratio of A to B says the same as that of
 * B to A.
 */
import { mean, sampleStandardDeviation, sampleVariance } from 'simple-statistics';
import { type Cell, memoize, msPerOperation } from './cells.ts';
import { hodgesLehmann } from './centre.ts';
import { type Interval, studentQuantile } from './student.ts';

/** Error that an interval allows. */
export const ALPHA = 0.05;
/** Fewest rounds that give a launch a value. */
const FEWEST_ROUNDS = 4;
/** Fewest sessions across which a single launch has an interval. */
export const FEWEST_SESSIONS = 4;
/** Fewest rounds of a quarter that tell how the ratio changed during a launch. */
const FEWEST_IN_QUARTER = 4;

/** What one launch says of a ratio. All of it is on the log scale. */
export interface LaunchValue {
  value: number;
  /** The centre of each session. */
  sessions: readonly number[];
  /** The last quarter of its rounds less the first one; undefined of too few rounds. */
  drift?: number;
}

/** How many times another arm's time an arm takes: 1.42 for 42 % longer. */
export interface Ratio {
  value: number;
  /** Both ends of the 95 % interval; absent of too few launches, or of too few sessions of a single one. */
  low?: number;
  high?: number;
  /** The interval that one more launch falls into, with a probability of 95 %. */
  next?: Interval;
  /** Launches, across which the interval holds; for a single one it holds across its sessions. */
  launches: number;
  /** Launches that lie where the others together expect the next one; undefined of fewer than three. */
  foretold?: number;
  /** Sessions of all launches. */
  sessions: number;
  /** Variance on the log scale that the sessions of a launch leave to its value, averaged over the launches. */
  within?: number;
}

/** An arm’s logs by session and round. */
interface SessionLogs {
  launch: number;
  logs: readonly number[];
}

/** Logs of an arm’s times, in ms, by session and round; rounds without a turn are holes. */
const logsOf = memoize(({ units }: Pick<Cell, 'units'>): ReadonlyMap<number, SessionLogs> => {
  const sessions = new Map<number, { launch: number; logs: number[] }>();
  for (const unit of units) {
    let found = sessions.get(unit.session);
    if (found === undefined)
      sessions.set(unit.session, (found = { launch: unit.launch, logs: [] }));
    found.logs[unit.round] = Math.log(msPerOperation(unit));
  }
  return sessions;
});

/** Log ratios of the rounds that both arms have, by launch and session. */
function ratiosOf(arm: Cell, partner: Cell): Map<number, Map<number, number[]>> {
  const others = logsOf(partner);
  const launches = new Map<number, Map<number, number[]>>();
  for (const [session, { launch, logs }] of logsOf(arm)) {
    const other = others.get(session)?.logs ?? [];
    // No time at all, on a clock too coarse for the work, has no logarithm; a notice tells of it.
    const ratios = logs
      .map((log, round) => log - (other[round] ?? NaN))
      .filter((ratio) => Number.isFinite(ratio));
    if (ratios.length === 0) continue;
    const sessions = launches.get(launch) ?? new Map<number, number[]>();
    launches.set(launch, sessions.set(session, ratios));
  }
  return launches;
}

/**
 * The values of all launches that have four rounds or more with both arms.
 *
 * The control is the partner a second time, if the partner is the reference of the plan. Then a value is the mean of
 * two centres, one against each. A centre of the differences to the mean of both would be biased: slow turns are more
 * frequent than quick ones, and of three arms’ turns their tails do not cancel. The control itself is compared with
 * the reference only: half of its difference would vanish if it were compared with itself as well.
 */
export function launchValues(arm: Cell, partner: Cell, control?: Cell): LaunchValue[] {
  const partners =
    control === undefined || control.arm === arm.arm ? [partner] : [partner, control];
  const all = partners.map((each) => ratiosOf(arm, each));
  const launches = new Set(all.flatMap((byLaunch) => [...byLaunch.keys()]));
  return [...launches].flatMap((launch): LaunchValue[] => {
    const found = all.flatMap((byLaunch) => {
      const sessions = byLaunch.get(launch) ?? new Map<number, number[]>();
      const rounds = [...sessions.values()].flat();
      const value = hodgesLehmann(rounds);
      if (value === undefined || rounds.length < FEWEST_ROUNDS) return [];
      return { sessions, value, drift: driftIn(rounds) };
    });
    if (found.length === 0) return [];
    const drifts = found.flatMap(({ drift }) => drift ?? []);
    return [
      {
        value: mean(found.map(({ value }) => value)),
        sessions: centresOf(found.map(({ sessions }) => sessions)),
        drift: drifts.length === 0 ? undefined : mean(drifts),
      },
    ];
  });
}

/** The centre of each session: the mean of those against each partner. */
function centresOf(partners: ReadonlyArray<ReadonlyMap<number, readonly number[]>>): number[] {
  const sessions = new Set(partners.flatMap((own) => [...own.keys()]));
  return [...sessions].map((session) =>
    mean(partners.flatMap((own) => hodgesLehmann(own.get(session) ?? []) ?? [])),
  );
}

function driftIn(rounds: readonly number[]): number | undefined {
  const quarter = rounds.length >> 2;
  if (quarter < FEWEST_IN_QUARTER) return undefined;
  const [first = NaN, last = NaN] = [rounds.slice(0, quarter), rounds.slice(-quarter)].map(
    hodgesLehmann,
  );
  return last - first;
}

/** The ratio that launches show together. @returns undefined when there are none */
export function ratioOf(launches: readonly LaunchValue[]): Ratio | undefined {
  const [first] = launches;
  if (first === undefined) return undefined;
  const values = launches.map(({ value }) => value);
  const centre = mean(values);
  const errors = launches.flatMap(({ sessions }) =>
    sessions.length < 2 ? [] : [sampleVariance([...sessions]) / sessions.length],
  );
  const known = {
    value: Math.exp(centre),
    launches: launches.length,
    sessions: launches.reduce((sum, { sessions }) => sum + sessions.length, 0),
    within: errors.length === 0 ? undefined : mean(errors),
  };
  const around = (error: number, degrees: number): Interval => {
    const half = studentQuantile(degrees, ALPHA) * error;
    return { low: Math.exp(centre - half), high: Math.exp(centre + half) };
  };
  if (launches.length === 1) {
    const { length } = first.sessions;
    if (length < FEWEST_SESSIONS) return known;
    return { ...known, ...around(Math.sqrt(known.within ?? NaN), length - 1) };
  }
  const spread = sampleStandardDeviation(values);
  const degrees = launches.length - 1;
  return {
    ...known,
    foretold: foretoldOf(values),
    ...around(spread / Math.sqrt(launches.length), degrees),
    next: around(spread * Math.sqrt(1 + 1 / launches.length), degrees),
  };
}

/** Leaves each launch out in turn, and counts those that the others foretell. @param values on the log scale */
function foretoldOf(values: readonly number[]): number | undefined {
  const others = values.length - 1;
  if (others < 2) return undefined;
  const factor = studentQuantile(others - 1, ALPHA) * Math.sqrt(1 + 1 / others);
  const found = values.filter((value, at) => {
    const rest = values.filter((_, place) => place !== at);
    return Math.abs(value - mean(rest)) <= factor * sampleStandardDeviation(rest);
  });
  return found.length;
}

/** Standard error of a ratio on the log scale, with its degrees of freedom; undefined without an interval. */
export function errorOf({
  value,
  high,
  launches,
  sessions,
}: Ratio): { error: number; degrees: number } | undefined {
  if (high === undefined) return undefined;
  const degrees = (launches > 1 ? launches : sessions) - 1;
  return { error: Math.log(high / value) / studentQuantile(degrees, ALPHA), degrees };
}

/** The interval of a ratio for another error than 5 %. */
export function intervalFor(ratio: Ratio, alpha: number): Interval | undefined {
  const known = errorOf(ratio);
  if (known === undefined) return undefined;
  const factor = Math.exp(studentQuantile(known.degrees, alpha) * known.error);
  return { low: ratio.value / factor, high: ratio.value * factor };
}
