/** What a run leaves behind, put together from what it tells. */
import type { Session } from '../../../harness/record/index.ts';
import type { RunEvent, RunSoFar } from '../../../harness/run/index.ts';

/** Adds an event to what is known, in the order they come. */
export function gather(event: RunEvent, { pilots, looks, sessions }: RunSoFar): void {
  if (event.type === 'looked') looks.push(event.look);
  if (event.type !== 'session-ended') return;
  const { session, pilot } = event;
  sessions.push(session);
  const known = pilots.some(({ workload }) => workload === pilot.workload);
  if (!known && session.turns.length > 0) pilots.push(pilot);
}

/** Whether any turn of a session counts. */
export function counts({ turns }: Session): boolean {
  return turns.some((turn) => turn.void === undefined);
}
