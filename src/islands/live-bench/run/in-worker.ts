import { isHidden, watchVisibility } from './browser.ts';
import type { Audience, FromWorker, RunRequest, ThreadEnd, ToWorker } from './protocol.ts';

/** What the page needs of a Worker. */
export interface WorkerPort {
  postMessage(message: ToWorker): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<FromWorker>) => void): void;
  addEventListener(type: 'error' | 'messageerror', listener: (event: Event) => void): void;
  terminate(): void;
}

/** There is no worker to run in; the message says why, without a full stop. */
export class NoWorker extends Error {}

/**
 * Has a worker run the request; the page only listens.
 *
 * @param make makes the worker
 * @throws NoWorker when it cannot be made, or fails before its first event
 */
export async function runInWorker(
  make: () => WorkerPort,
  request: RunRequest,
  { signal, take }: Audience,
): Promise<ThreadEnd> {
  const worker = makeWith(make);
  let begun = false;
  const { promise, resolve, reject } = Promise.withResolvers<ThreadEnd>();
  const post = (message: ToWorker) => worker.postMessage(message);
  const onFailure = (event: Event) => {
    // A file that did not arrive, or that this browser cannot read, leaves no message.
    const message = 'message' in event ? String(event.message).replace(/\.$/, '') : '';
    if (!begun) reject(new NoWorker(message || 'its worker could not be loaded'));
    else resolve(lost(message || 'no message'));
  };
  worker.addEventListener('error', onFailure);
  worker.addEventListener('messageerror', onFailure);
  worker.addEventListener('message', ({ data }) => {
    begun = true;
    if (data.type === 'ended') resolve(data.end);
    else take(data.event).then(() => post({ type: 'seen' }), reject);
  });
  const onAbort = () => {
    // One that has not begun may still be loading, and would hear of it only then.
    if (begun) post({ type: 'cancel' });
    else resolve({ type: 'stopped' });
  };
  signal.addEventListener('abort', onAbort, { once: true });
  const unwatch = watchVisibility((hidden) => post({ type: 'visibility', hidden }));
  try {
    post({ type: 'start', request, hidden: isHidden() });
    if (signal.aborted) onAbort();
    return await promise;
  } finally {
    unwatch();
    signal.removeEventListener('abort', onAbort);
    worker.terminate();
  }
}

function makeWith(make: () => WorkerPort): WorkerPort {
  if (typeof Worker === 'undefined') throw new NoWorker('this browser has no workers');
  try {
    return make();
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message.replace(/\.$/, '') : String(cause);
    throw new NoWorker(`its worker could not be made (${detail})`, { cause });
  }
}

function lost(detail: string): ThreadEnd {
  return { type: 'measured', end: { type: 'lost', why: `the worker failed: ${detail}` } };
}
