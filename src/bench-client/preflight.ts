import type { Study, Way } from '../harness/plan/index.ts';
import { diagnose } from './about.ts';
import { messageOf } from './failure.ts';
import type { RecoveringWorld } from './recover.ts';
import { abortable } from './world.ts';
import { benchChannel } from '../sockets/bench.ts';

/** Calls of which the shortest counts. */
const CALLS = 3;

/**
 * Opens one connection to the study's floor and makes a few calls, before anything is measured.
 *
 * @returns what that tells of the way to the bench
 * @throws BenchFailed that says why it does not work; the signal's reason when aborted
 */
export async function preflight<Operations>(
  study: Study<Operations>,
  world: RecoveringWorld,
  signal: AbortSignal,
): Promise<Way> {
  const arm = study.arms.find(({ id }) => id === study.floor);
  const [workload] = study.workloads;
  if (arm === undefined || workload === undefined) {
    throw new RangeError(`${study.id}: got no arm for the baseline or no workload, expected both`);
  }
  const connect = await arm.load();
  const { origin, WebSocketClass } = world.through;
  const tooLate = AbortSignal.timeout(study.deadlineMs);
  const giveUp = AbortSignal.any([signal, tooLate]);
  const startedAt = world.now();
  const inTime = <Value>(value: Promise<Value>) =>
    abortable<Value>(giveUp, (resolve, reject) => {
      value.then(resolve, reject);
      return () => undefined;
    });
  const opening = connect(benchChannel({ origin, WebSocketClass, object: world.freshObject() }));
  try {
    const connection = await inTime(opening);
    const openedAt = world.now();
    // The check of an outcome is a call that only looks; nobody is interested in its answer here.
    // The first one also wakes the object and this side's code up: the shortest is the way's.
    let msPerOperation = Infinity;
    for (let call = 0; call < CALLS; call += 1) {
      const calledAt = world.now();
      await inTime(workload.check(connection.operations, 0));
      msPerOperation = Math.min(msPerOperation, world.now() - calledAt);
    }
    return { msPerOperation, connectMs: openedAt - startedAt };
  } catch (error) {
    signal.throwIfAborted();
    const detail = tooLate.aborted
      ? `nothing came back within ${study.deadlineMs / 1000} s`
      : messageOf(error);
    throw await diagnose(origin, world.newestAddress() ?? origin, detail, signal);
  } finally {
    // Also one that opens after it was given up.
    void opening.then(
      (connection) => connection.close(),
      () => undefined,
    );
  }
}
