/** One mishap in a virtual run, and what must be left of the run. */
import { expect } from 'vitest';
import { recordOf } from '../run/index.ts';
import type { Session } from '../record/index.ts';
import { ROUNDS, roundsIn, runVirtual, type Setup } from './virtual-run.ts';

/** A call that is never answered. */
export const never = new Promise<void>(() => undefined);
/** In `plan.arms`, and so among the connections of a session. */
export const REFERENCE = 1;
export const SUBJECT = 2;
const undisturbed = await runVirtual();
/** The second call of the second turn that an arm has in the second session. */
export const inRound1 = (place: number) =>
  (undisturbed.sessions[1]?.arms[place]?.warmUp ?? NaN) + 4 + 1;

/** Does something to an arm in the middle of its second turn of the second session. */
export const once =
  (place: number, act: NonNullable<Setup['behave']>): NonNullable<Setup['behave']> =>
  (call, hands) =>
    call.connection === 4 + place && call.index === inRound1(place) ? act(call, hands) : undefined;

export const voidsOf = ({ turns }: Session) =>
  turns.flatMap(({ round, arm, void: reason }) =>
    reason === undefined ? [] : [[round, arm, reason]],
  );
export const wholeVoids = ({ arms }: Session) =>
  arms.flatMap(({ arm, void: reason }) => (reason === undefined ? [] : [[arm, reason]]));

/** The second session ended with the round of the mishap, and all others are whole. */
export function expectOneShortSession(sessions: readonly Session[], rounds = 2) {
  const counts = sessions.map((session) => roundsIn(session).length);
  expect(counts.slice(0, 4)).toEqual([3, rounds, 3, 3]);
  // What it lacks is made up for in the end.
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ROUNDS);
  for (const session of sessions.filter((_, index) => index !== 1)) {
    expect([voidsOf(session), wholeVoids(session)]).toEqual([[], []]);
  }
}

/** A record of these sessions, as a run that ended after its rounds leaves it. */
export function recordFrom(
  plan: Awaited<ReturnType<typeof runVirtual>>['plan'],
  sessions: Session[],
) {
  const environment = {
    ...{ setting: 'workerd' as const, origin: '', runtime: 'virtual', clockStepUs: 1 },
    ...{ versions: {}, accept: {} },
  };
  const end = { type: 'complete', because: 'rounds' } as const;
  const soFar = { pilots: [], looks: [], sessions };
  return recordOf({ plan, environment, startedAt: new Date(0), end, ...soFar });
}
