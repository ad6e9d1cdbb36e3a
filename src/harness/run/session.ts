import type { ClientLoad } from '../record/index.ts';
import { spentMs as timeOf } from '../statistics/index.ts';
import { Lane } from './lane.ts';
import { type Open, type PartStep, runPart, type SessionJob } from './part.ts';
import { toMicroseconds } from './turn.ts';
import type { World } from './world.ts';

/** A report of a session while it goes on: nothing is timed meanwhile. */
export type SessionStep = { begins: string } | PartStep;

/**
 * Runs one session: opens a connection to a fresh object for every arm and, for one workload after
 * the other, warms up, takes turns round by round, and checks every arm’s outcome. A round in which
 * something goes wrong is the last one, and no other workload follows. Yields when a workload begins,
 * the number of its rounds that ended, at most once a second, and its part of the session last.
 *
 * @throws the signal’s reason when aborted. However it ends, all connections are closed.
 */
export async function* runSession<Operations>(
  job: SessionJob<Operations>,
): AsyncGenerator<SessionStep, void> {
  const { plan, parts, world, signal } = job;
  signal.throwIfAborted();
  const [first] = parts;
  if (first === undefined) return;
  const { workload } = first;
  const deadlineMs = workload.deadlineMs ?? plan.deadlineMs;
  const lanes = new Map(
    [...job.connects].map(([arm, connect]) => [
      arm,
      new Lane({ ...job, workload, arm, connect, deadlineMs }),
    ]),
  );
  const all = [...lanes.values()];
  const open: Open<Operations> = {
    ...{ lanes, openMs: 0, current: undefined },
    hidden: world.presence?.hidden ?? false,
  };
  const unwatch = world.presence?.onHide(() => {
    open.hidden = true;
    open.current?.interrupt('hidden', 'the page was hidden during a turn');
  });
  try {
    let spentMs = 0;
    for (const [at, part] of parts.entries()) {
      yield { begins: part.workload.id };
      signal.throwIfAborted();
      const load = await loadBefore(world);
      if (at === 0 && workload.cold !== true) {
        const openedAt = world.now();
        await Promise.all(all.map((lane) => lane.open()));
        open.openMs = world.now() - openedAt;
      }
      for await (const step of runPart({ ...job, maxMs: job.maxMs - spentMs }, part, open)) {
        if (!('session' in step)) {
          yield step;
          continue;
        }
        const { session, pilot } = step;
        yield { session: { ...session, load: { ...load, ...session.load } }, pilot };
        spentMs += timeOf([session]);
      }
      if (open.hidden || all.some(({ failure }) => failure !== undefined)) return;
    }
  } finally {
    unwatch?.();
    for (const lane of all) lane.close();
  }
}

/** How long work queues on the client before a session: how late a timer of no delay fires. */
async function loadBefore(world: World): Promise<ClientLoad> {
  const setAt = world.now();
  await new Promise<void>((resolve) => world.after(0, resolve));
  // The processor time until now is not the session’s.
  world.load?.();
  return { lateUs: toMicroseconds(world.now() - setAt) };
}
