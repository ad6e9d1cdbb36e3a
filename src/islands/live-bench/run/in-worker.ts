import type { Planned, RunEvent } from '../../../harness/run/index.ts';
import { beginRun, forgetRun, keepEvent, type RunUnderWay } from '../../../history/under-way.ts';
import { isHidden, watchVisibility } from './browser.ts';
import {
  type Audience,
  counts,
  type FromWorker,
  type RunRequest,
  type ThreadEnd,
  type ToWorker,
} from './protocol.ts';

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

/** Longest that a run waits for the browser’s storage, in ms. */
const LONGEST_MS = 1000;

const askFirst = (event: BeforeUnloadEvent): void => event.preventDefault();

/**
 * Keeps a run from being lost with its page. Once a session counts, the browser asks before the page is
 * left; and what the run found is kept as it comes, for the page that is opened next. Where the browser
 * does not allow or manage that, the run goes on without.
 */
export class Safeguard {
  #run: RunUnderWay | undefined;
  #kept = 0;
  #works = true;

  /** Keeps what the run is. */
  begin(planned: Planned): Promise<void> {
    return this.#try(async () => {
      this.#run = await beginRun(planned);
    });
  }

  /**
   * Resolves once the event is kept: until then nothing is timed.
   *
   * @param keep whether it is kept; a run that goes on has left a result already, which stands
   */
  async take(event: RunEvent, keep: boolean): Promise<void> {
    const ended = event.type === 'session-ended';
    if (ended && counts(event.session)) window.addEventListener('beforeunload', askFirst);
    const name = this.#run?.name;
    if (name === undefined || !keep || !(ended || event.type === 'looked')) return;
    await this.#try(() => keepEvent(name, this.#kept, event));
    this.#kept += 1;
  }

  /**
   * The run has come to an end, and what was kept of it is of no more use once its result is kept too.
   *
   * @param kept resolves once that is so; absent where there is no result to keep
   */
  async end(kept?: Promise<unknown>): Promise<void> {
    window.removeEventListener('beforeunload', askFirst);
    await kept;
    const name = this.#run?.name;
    if (name !== undefined) await this.#try(() => forgetRun(name));
    this.#run?.letGo();
  }

  /** The run broke off: what it found is there for the page that is opened next. */
  breakOff(): void {
    window.removeEventListener('beforeunload', askFirst);
    this.#run?.letGo();
  }

  async #try(act: () => Promise<void>): Promise<void> {
    if (!this.#works) return;
    const late = Promise.withResolvers<never>();
    const timer = window.setTimeout(() => late.reject(new Error('too late')), LONGEST_MS);
    try {
      await Promise.race([act(), late.promise]);
    } catch {
      // Forbidden, full or far too slow: the run does without from now on.
      this.#works = false;
    } finally {
      window.clearTimeout(timer);
    }
  }
}
