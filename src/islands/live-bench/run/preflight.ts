import type { Study } from '../../../harness/study.ts';
import type { Pace } from '../estimate.ts';
import { messageOf } from '../failures.ts';
import { diagnose } from './about.ts';
import type { NotedSockets } from './addresses.ts';

/** What one connection with one call tells of the way to the bench. */
export type Contact = Pick<Pace, 'msPerOperation' | 'connectMs'> & { source: 'preflight' };

/**
 * Opens one connection to the study's floor and makes one call, before anything is measured.
 *
 * @throws RunFailed that says why it does not work; the signal's reason when aborted.
 */
export async function preflight<Operations>(
  study: Study<Operations>,
  origin: string,
  sockets: NotedSockets,
  signal: AbortSignal,
): Promise<Contact> {
  const arm = study.arms.find(({ id }) => id === study.floor);
  const [workload] = study.workloads;
  if (arm === undefined || workload === undefined) {
    throw new RangeError(`${study.id}: got no floor or no workload, expected both`);
  }
  const connect = await arm.load();
  const { WebSocketClass } = sockets;
  const tooLate = AbortSignal.timeout(study.deadlineMs);
  const giveUp = AbortSignal.any([signal, tooLate]);
  const startedAt = performance.now();
  const opening = connect({ origin, object: crypto.randomUUID(), WebSocketClass });
  try {
    const session = await until(giveUp, opening);
    const openedAt = performance.now();
    // The check of an outcome is a call that only looks; nobody is interested in its answer here.
    await until(giveUp, workload.check(session.operations, []));
    const msPerOperation = performance.now() - openedAt;
    return { msPerOperation, connectMs: openedAt - startedAt, source: 'preflight' };
  } catch (error) {
    signal.throwIfAborted();
    const detail = tooLate.aborted
      ? `nothing came back within ${study.deadlineMs / 1000} s`
      : messageOf(error);
    throw await diagnose(origin, sockets.newest() ?? origin, detail, signal);
  } finally {
    // Also one that opens after it was given up.
    void opening.then(
      (session) => session.close(),
      () => undefined,
    );
  }
}

/** Waits for a value, or rejects with the signal's reason. */
function until<Value>(signal: AbortSignal, value: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    value.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
