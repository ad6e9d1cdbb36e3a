/** Verdicts on ratios, and the error that they may spend at each interim analysis. */
import type { SessionPlan, SessionRecord } from '../record/index.ts';
import { FEWEST_SESSIONS, type LogRatios } from './clusters.ts';
import { type Interval } from './interval.ts';
import { type Ratio, ratioInterval, ratioOf } from './ratio.ts';

/** Conclusion on an arm's time against the reference's. `equal` means closer than the margin. */
export type Verdict = 'faster' | 'slower' | 'equal' | 'undecided';

/** A ratio with what may be concluded from it. */
export interface Judgement {
  /** Absent when no round has both arms. */
  ratio: Ratio | undefined;
  verdict: Verdict;
  /** The interval of the ratio that the verdict rests on: stricter than the ratio's own. */
  basis: Interval | undefined;
  /** Sessions still needed for even odds of a decision at the spread seen; only when undecided. */
  roundsNeeded: number | undefined;
}

/**
 * Error allowed in calling an arm faster, slower or equal, over all comparisons corrected together and all interim
 * analyses. Of runs that have nothing to find, clearly fewer than one in twenty then find something.
 */
export const DECISION_ALPHA = 0.03;

/** A ratio to be judged. */
interface Judgeable {
  logRatios: LogRatios;
  /** Part of the error allotted to this analysis of the data; 1 when it is the only one. */
  share: number;
  /** Part of the error allotted to the next one. */
  nextShare: number;
}

/**
 * Verdicts on several ratios that are judged together.
 *
 * `faster` and `slower` need the whole interval on one side of 1, `equal` needs it inside the
 * margin, from 1/(1 + margin) to 1 + margin. If both hold, the difference is real but smaller
 * than the study counts, and the verdict is `equal`.
 *
 * The more ratios are judged together, the wider the interval each has to clear: Holm's method
 * (Scandinavian Journal of Statistics 6(2), 1979), once for differences and once for equality.
 * In each, the error over all ratios together stays at most {@link DECISION_ALPHA}.
 *
 * @param margin half-width of what counts as equal, as a fraction: 0.05 for 5 %
 */
export function judge(family: readonly Judgeable[], margin: number): Judgement[] {
  if (!(margin > 0)) throw new RangeError(`margin is ${margin}, expected a fraction above 0`);
  const intervalOf = ({ logRatios, share }: Judgeable, divisor: number) =>
    ratioInterval(logRatios, DECISION_ALPHA / divisor, share);
  const different = holm(family, (each, divisor) => isOneSided(intervalOf(each, divisor)));
  const equal = holm(family, (each, divisor) => isWithin(intervalOf(each, divisor), margin));
  return family.map((each, index) => {
    const { logRatios, nextShare } = each;
    const [forDifferent, forEqual] = [different[index] as TestOfClaim, equal[index] as TestOfClaim];
    const basis = intervalOf(each, (forEqual.holds ? forEqual : forDifferent).divisor);
    const found = { ratio: ratioOf(logRatios), basis, roundsNeeded: undefined };
    if (forEqual.holds) return { ...found, verdict: 'equal' };
    if (forDifferent.holds && basis) {
      return { ...found, verdict: basis.high < 1 ? 'faster' : 'slower' };
    }
    // The level of the basis tells the divided error.
    const later = basis && ratioInterval(logRatios, 1 - basis.level, nextShare);
    const roundsNeeded = needed(logRatios, later ?? basis, margin);
    return { ...found, verdict: 'undecided', roundsNeeded };
  });
}

/** The outcome of a claim, and the divisor of the error when it was last tested. */
interface TestOfClaim {
  holds: boolean;
  divisor: number;
}

/** Holm's method for claims that hold at a divided error whenever they hold at a smaller one. */
function holm(
  family: readonly Judgeable[],
  holds: (each: Judgeable, divisor: number) => boolean,
): TestOfClaim[] {
  const tested = family.map((): TestOfClaim => ({ holds: false, divisor: family.length }));
  let open = [...family.entries()];
  while (open.length > 0) {
    const divisor = open.length;
    const stillOpen = open.filter(([, each]) => !holds(each, divisor));
    for (const entry of open) tested[entry[0]] = { holds: !stillOpen.includes(entry), divisor };
    if (stillOpen.length === open.length) break;
    open = stillOpen;
  }
  return tested;
}

function isOneSided(interval: Interval | undefined): boolean {
  return interval !== undefined && (interval.low > 1 || interval.high < 1);
}

function isWithin(interval: Interval | undefined, margin: number): boolean {
  return interval !== undefined && interval.low > 1 / (1 + margin) && interval.high < 1 + margin;
}

/** Width shrinks with the root of the values; it has to fit beside 1, or between 1 and the margin. */
function needed(
  { values, centre }: LogRatios,
  basis: Interval | undefined,
  margin: number,
): number {
  if (centre === undefined || basis === undefined) {
    return Math.max(1, FEWEST_SESSIONS - values.length);
  }
  const halfWidth = Math.log(basis.high / basis.low) / 2;
  const distance = Math.abs(centre);
  const target = Math.max(distance, Math.log1p(margin) - distance);
  return Math.max(1, Math.ceil(values.length * ((halfWidth / target) ** 2 - 1)));
}

/** Parts of the error that the analyses half way and at the end may spend, and each time that adds to a run after. */
const SHARES = [0.2, 0.35, 0.15, 0.1, 0.1, 0.05, 0.05] as const;
/** Most interim analyses of a run. */
export const MOST_INTERIM_ANALYSES = SHARES.length;

/**
 * Part of the error allotted to an interim analysis, from 0 to 1. The parts are set beforehand, more
 * for those that most runs come to, and add up to 1 over all of them (alpha spending: Lan and DeMets,
 * Biometrika 70(3), 1983, with a spending function of steps). So the chance of an error at any of
 * them is at most the sum of the chances at each, also if they depend on each other.
 *
 * @param index from 0
 */
export function shareOf(index: number): number {
  return SHARES[index] ?? 0;
}

/** Times of the interim analyses of a run until decided, in ms spent in turns and warm-up. */
export function interimTimes({
  budgetMs = 0,
  moreMs = 0,
}: Pick<SessionPlan, 'budgetMs' | 'moreMs'>) {
  return SHARES.map((_, index) => (index === 0 ? budgetMs / 2 : budgetMs + (index - 1) * moreMs));
}

/** The parts of a run on which its interim analyses depend. */
interface AnalysedRun extends Pick<SessionRecord, 'looks' | 'sessions'> {
  plan: Pick<SessionPlan, 'rule'>;
}

/**
 * Part of the error that the verdicts of a workload may spend: that of the last interim analysis
 * that it took part in. A run that went on and then broke off spends all that was left.
 */
export function shareIn(
  { plan, looks, sessions }: AnalysedRun,
  workload: string,
): { share: number; nextShare: number } {
  if (plan.rule !== 'until-decided') return { share: 1, nextShare: 1 };
  const last = looks.findLastIndex(({ workloads }) => workloads[workload] !== undefined);
  const counted = looks[last]?.workloads[workload] ?? 0;
  const own = sessions.filter((session) => session.workload === workload).length;
  const nextShare = shareOf(Math.min(looks.length, MOST_INTERIM_ANALYSES - 1));
  if (last >= 0 && own === counted) return { share: shareOf(last), nextShare };
  const spent = looks.reduce((sum, _, index) => sum + shareOf(index), 0);
  return { share: 1 - spent, nextShare };
}
