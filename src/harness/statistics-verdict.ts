import { FEWEST_VALUES, type Interval } from './statistics-interval.ts';
import { ratioInterval, ratioOf, type Ratio } from './statistics-ratio.ts';
import type { WalshAverages } from './statistics-signed-rank.ts';

/**
 * What can be said of an arm's time against the reference's. `equal` means closer than the margin.
 */
export type Verdict = 'faster' | 'slower' | 'equal' | 'undecided';

/** A ratio with what may be concluded from it. */
export interface Judged {
  /** Absent when no round has both arms. */
  ratio: Ratio | undefined;
  verdict: Verdict;
  /** The interval of the ratio that the verdict rests on: stricter than the ratio's own. */
  basis: Interval | undefined;
  /** Rounds still needed for even odds of a decision at the spread seen; only when undecided. */
  roundsNeeded: number | undefined;
}

/**
 * Error allowed in calling an arm faster, slower or equal, over all comparisons corrected
 * together and all looks. A ranking asks for more than a figure does, so that of runs that have
 * nothing to find clearly fewer than one in twenty find something.
 */
export const DECISION_ALPHA = 0.03;

/**
 * Verdicts on several ratios that are judged together.
 *
 * `faster` and `slower` need the whole interval on one side of 1, `equal` needs it inside the
 * margin, from 1/(1 + margin) to 1 + margin. Where both hold, the difference is real but smaller
 * than what the study calls one, and the verdict is `equal`.
 *
 * The more ratios are judged together, the wider the interval each has to clear: Holm's method
 * (Scandinavian Journal of Statistics 6(2), 1979), once for differences and once for equality.
 * In each, the error over all ratios together stays at most {@link DECISION_ALPHA}.
 *
 * @param margin half-width of what counts as equal, as a fraction: 0.05 for 5 %
 * @param share part of the error allotted to this look at the data; 1 when it is the only one
 */
export function judge(family: readonly WalshAverages[], margin: number, share: number): Judged[] {
  const decisions = decide(family.length, margin, (index, divisor) =>
    ratioInterval(family[index] as WalshAverages, DECISION_ALPHA / divisor, share),
  );
  return family.map((logRatios, index) => {
    const ratio = ratioOf(logRatios, share);
    const { verdict, basis } = decisions[index] as Decision;
    const roundsNeeded = verdict === 'undecided' ? needed(ratio, basis, margin) : undefined;
    return { ratio, verdict, basis, roundsNeeded };
  });
}

/** A verdict and the interval of the ratio that it rests on. */
export type Decision = Pick<Judged, 'verdict' | 'basis'>;

/**
 * The verdicts of {@link judge}, for ratios whose intervals come from elsewhere.
 *
 * @param count number of ratios judged together
 * @param intervalOf interval of a ratio for the error that is left when {@link DECISION_ALPHA} is
 *   divided by `divisor`; undefined where there is too little data for one
 */
export function decide(
  count: number,
  margin: number,
  intervalOf: (index: number, divisor: number) => Interval | undefined,
): Decision[] {
  if (!(margin > 0)) throw new RangeError(`margin is ${margin}, expected a fraction above 0`);
  const different = holm(count, (index, divisor) => isOneSided(intervalOf(index, divisor)));
  const equal = holm(count, (index, divisor) => isWithin(intervalOf(index, divisor), margin));
  return different.map((forDifferent, index) => {
    const forEqual = equal[index] as Tested;
    const basis = intervalOf(index, (forEqual.holds ? forEqual : forDifferent).divisor);
    if (forEqual.holds) return { verdict: 'equal', basis };
    if (!forDifferent.holds || basis === undefined) return { verdict: 'undecided', basis };
    return { verdict: basis.high < 1 ? 'faster' : 'slower', basis };
  });
}

/** Whether a claim holds, and by how much the error was divided when it was last put to the test. */
interface Tested {
  holds: boolean;
  divisor: number;
}

/** Holm's method for claims that hold at a divided error whenever they hold at a smaller one. */
function holm(count: number, holds: (index: number, divisor: number) => boolean): Tested[] {
  const tested = Array.from({ length: count }, (): Tested => ({ holds: false, divisor: count }));
  let open = tested.map((_, index) => index);
  while (open.length > 0) {
    const divisor = open.length;
    const stillOpen = open.filter((index) => !holds(index, divisor));
    for (const index of open) tested[index] = { holds: !stillOpen.includes(index), divisor };
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

/** Width shrinks with the root of the rounds; it has to fit beside 1, or between 1 and the margin. */
function needed(ratio: Ratio | undefined, basis: Interval | undefined, margin: number): number {
  if (ratio === undefined || basis === undefined) return FEWEST_VALUES - (ratio?.rounds ?? 0);
  const halfWidth = Math.log(basis.high / basis.low) / 2;
  const distance = Math.abs(Math.log(ratio.estimate));
  const target = Math.max(distance, Math.log1p(margin) - distance);
  return Math.max(1, Math.ceil(ratio.rounds * ((halfWidth / target) ** 2 - 1)));
}
