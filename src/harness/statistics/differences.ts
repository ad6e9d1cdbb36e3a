/** What an arm takes beyond another, in ms: paired, because what disturbs a round disturbs both. */
import { mean } from 'simple-statistics';
import { bySession, type Cell, msPerOperation } from './cells.ts';
import { type Estimate, INTERVAL_ALPHA } from './interval.ts';
import { ofSessions, sessionEstimate } from './verdict.ts';

/**
 * Time of an arm’s operation less that of another’s, session by session: the Hodges–Lehmann estimate
 * of the differences in the rounds in which both count.
 *
 * @returns ms by the session’s number; without the sessions that no such round has
 */
export function pairedDifferences(arm: Cell, to: Cell): Map<number, number> {
  const others = bySession(to);
  const found = new Map<number, number>();
  for (const [session, units] of bySession(arm)) {
    const inRound = new Map(others.get(session)?.map((unit) => [unit.round, unit]));
    const rounds = units.flatMap((unit) => {
      const other = inRound.get(unit.round);
      return other === undefined ? [] : [msPerOperation(unit) - msPerOperation(other)];
    });
    const estimate = sessionEstimate(rounds);
    if (estimate !== undefined) found.set(session, estimate);
  }
  return found;
}

/**
 * Mean of values that each stand for a session, with Student’s t interval; without one where they are
 * fewer than `FEWEST_SESSIONS`.
 *
 * @param alpha error of the interval
 * @returns undefined where there is no value
 */
export function meanOfSessions(
  values: readonly number[],
  alpha = INTERVAL_ALPHA,
): Estimate | undefined {
  if (values.length === 0) return undefined;
  return { estimate: mean([...values]), interval: ofSessions(values, 0).interval(alpha) };
}
