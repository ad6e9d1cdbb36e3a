import type { Meter, Study, Way } from '../harness/plan/index.ts';
import type { World } from '../harness/run/index.ts';
import { messageOf } from './failure.ts';
import { abortable } from './world.ts';

/** Calls of which the shortest counts. */
const CALLS = 3;

const uncounted: Meter = {
  count: () => undefined,
  opened: () => undefined,
  lost: () => undefined,
};

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
  const tooLate = AbortSignal.timeout(deadlineMs);
  const giveUp = AbortSignal.any([signal, tooLate]);
  const startedAt = world.now();
  const inTime = <Value>(value: Promise<Value>) =>
    abortable<Value>(giveUp, (resolve, reject) => {
      value.then(resolve, reject);
      return () => undefined;
    });
  const { through } = world;
  const opening = connect({ id: world.freshObject(), meter: uncounted, deadlineMs, through });
  try {
    const connection = await inTime(opening);
    const openedAt = world.now();
    // The check of an outcome is a call that only looks; nobody is interested in its answer here.
    // The first one also wakes the other end and this side's code up: the shortest is the way's.
    let msPerOperation = Infinity;
    for (let call = 0; call < CALLS; call += 1) {
      const calledAt = world.now();
      await inTime(workload.check(connection.operations, 0));
      msPerOperation = Math.min(msPerOperation, world.now() - calledAt);
    }
    return { msPerOperation, connectMs: openedAt - startedAt };
  } catch (error) {
    signal.throwIfAborted();
    const detail = `nothing came back within ${deadlineMs / 1000} s`;
    throw new Error(tooLate.aborted ? detail : messageOf(error));
  } finally {
    // Also one that opens after it was given up.
    void opening.then(
      (connection) => connection.close(),
      () => undefined,
    );
  }
}
