import type { Study, Way } from '../harness/plan/index.ts';
import { Guard, messageOf, type World } from '../harness/run/index.ts';
import { noMeter } from '../links/link.ts';
import { diagnose } from './about.ts';
import type { RecoveringWorld } from './recover.ts';

/** Calls of which the shortest counts. */
const CALLS = 3;

/**
 * Opens one connection to the study’s baseline and makes a few calls, before anything is measured.
 *
 * @returns what that tells of the way there
 * @throws Error with what went wrong, without a full stop; the signal's reason when aborted
 */
export async function firstContact<Operations>(
  study: Study<Operations>,
  world: World,
  signal: AbortSignal,
): Promise<Way> {
  const arm = study.arms.find(({ id }) => id === study.baseline);
  const [workload] = study.workloads;
  if (arm === undefined || workload === undefined) {
    throw new RangeError(`${study.id}: got no arm for the baseline or no workload, expected both`);
  }
  const { deadlineMs } = study;
  const connect = await arm.load();
  signal.throwIfAborted();
  const guard = new Guard(world, deadlineMs, signal, () => arm.id);
  const startedAt = world.now();
  const { through } = world;
  const opening = connect({ id: world.freshObject(), meter: noMeter, deadlineMs, through });
  try {
    const { operations } = await guard.race(opening);
    const connectMs = world.now() - startedAt;
    // The check of an outcome is a call that only looks; nobody is interested in its answer here.
    // The first one also wakes the other end and this side's code up: the shortest is the way's.
    let msPerOperation = Infinity;
    for (let call = 0; call < CALLS; call += 1) {
      const calledAt = world.now();
      await guard.race(workload.check(operations, 0));
      msPerOperation = Math.min(msPerOperation, world.now() - calledAt);
    }
    return { msPerOperation, connectMs };
  } catch (error) {
    signal.throwIfAborted();
    const tooLate = `nothing came back within ${deadlineMs / 1000} s`;
    throw new Error(guard.interruption === undefined ? messageOf(error) : tooLate);
  } finally {
    guard.stop();
    // Also one that opens after it was given up.
    void opening.then(
      (connection) => connection.close(),
      () => undefined,
    );
  }
}

/**
 * The first contact with a bench.
 *
 * @throws BenchFailed that says why it does not work; the signal's reason when aborted
 */
export async function preflight<Operations>(
  study: Study<Operations>,
  world: RecoveringWorld,
  signal: AbortSignal,
): Promise<Way> {
  try {
    return await firstContact(study, world, signal);
  } catch (error) {
    signal.throwIfAborted();
    const { origin } = world.through;
    throw await diagnose(origin, world.newestAddress() ?? origin, messageOf(error), signal);
  }
}
