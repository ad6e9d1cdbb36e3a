/** Numbers that the method page names, taken from the code that uses them. */
import { MAX_ROUNDS } from '../harness/simulate-tally.ts';
import { INTERVAL_ALPHA } from '../harness/statistics-interval.ts';
import { planLooks } from '../harness/statistics-looks.ts';
import { signedRankInterval, walshAverages } from '../harness/statistics-signed-rank.ts';
import { DECISION_ALPHA } from '../harness/statistics-verdict.ts';

/** Confidence of the interval that is shown, as a fraction. */
export const shownLevel = 1 - INTERVAL_ALPHA;

/** Confidence that all verdicts judged together have, as a fraction. */
export const verdictLevel = 1 - DECISION_ALPHA;

/** Most rounds of the run that `looks` belongs to. */
export const mostRounds = MAX_ROUNDS;

/** Rounds after which such a run is looked at, in words. */
export const looks = new Intl.ListFormat('en', { type: 'conjunction' }).format(
  planLooks(MAX_ROUNDS).map(String),
);

/** Fewest rounds that give a ratio an interval. */
export const fewestRounds = fewest();

function fewest(): number {
  const values: number[] = [];
  do values.push(values.length);
  while (signedRankInterval(walshAverages(values), INTERVAL_ALPHA) === undefined);
  return values.length;
}
