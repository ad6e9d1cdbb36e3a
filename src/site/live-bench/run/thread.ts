/** The messages between the page and the thread that measures, and the page’s side of a worker. */
import { abortable } from '../../../wire/bench-client/world.ts';
import type { PlanOptions } from '../../../core/plan/index.ts';
import type { Environment } from '../../../core/record/index.ts';
import type { Presence, RunEvent } from '../../../core/run/index.ts';
import { type RunFailure, RunFailed } from '../states.ts';

export interface RunRequest {
  study: string;
  /** Origin of the bench, without a trailing slash. */
  origin: string;
  options: PlanOptions;
  seed: number;
  /** When the reader asked for it, in ms since 1970: its time on the clock begins there. */
  pressedAt: number;
}

/**
 * Messages of the page. The worker sends the events of its run, and waits after each until the page has
 * dealt with it, so that nothing is drawn while an operation is timed.
 */
export type ToWorker =
  | { type: 'start'; request: RunRequest; hidden: boolean }
  /** The page was hidden or is visible again. */
  | { type: 'visibility'; hidden: boolean }
  | { type: 'cancel' }
  /** The page has dealt with the last event. */
  | { type: 'seen' };

export type LiveEvent = RunEvent<RunFailure>;

/** The page’s side of a run, wherever the run happens. */
export interface Audience {
  signal: AbortSignal;
  /** Resolves once the event is dealt with and, if it is drawn, painted. */
  take: (event: LiveEvent) => Promise<void>;
}

export interface Thread extends Audience {
  name: NonNullable<Environment['thread']>;
  /** Tells whether somebody can see the page. */
  presence: Presence;
}

/**
 * Has a worker run the request; the page only listens. Resolves once the end of the run is dealt with.
 *
 * @param script the address of the worker’s code
 * @throws RunFailed when the worker fails before its first event
 */
export async function runInWorker(
  worker: Worker,
  request: RunRequest,
  { signal, take }: Audience,
  script: string,
): Promise<void> {
  let begun = false;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const post = (message: ToWorker) => worker.postMessage(message);
  const tell = (event: LiveEvent): void => {
    const seen = () => (event.type === 'ended' ? resolve() : post({ type: 'seen' }));
    take(event).then(seen, reject);
  };
  const onFailure = (event: Event) => {
    const fail = (arrives: boolean) =>
      reject(new RunFailed({ kind: arrives ? 'too-old' : 'not-loaded', detail }));
    // A file that did not arrive, or that this browser cannot read, leaves no message.
    const message = 'message' in event ? String(event.message).replace(/\.$/, '') : '';
    const detail = `the worker failed: ${message || 'no message'}`;
    if (begun) tell({ type: 'ended', end: { kind: 'lost', why: detail } });
    // An error says nothing of why: a script that comes when it is asked for could not be parsed.
    else
      void fetch(script).then(
        ({ ok }) => fail(ok),
        () => fail(false),
      );
  };
  worker.addEventListener('error', onFailure);
  worker.addEventListener('messageerror', onFailure);
  worker.addEventListener('message', ({ data }: MessageEvent<LiveEvent>) => {
    begun = true;
    tell(data);
  });
  const onAbort = () => {
    // A worker that has not begun may still be loading, and would hear of it only then.
    if (begun) post({ type: 'cancel' });
    else tell({ type: 'ended', end: { kind: 'cancelled' } });
  };
  signal.addEventListener('abort', onAbort, { once: true });
  const unwatch = watchVisibility((hidden) => post({ type: 'visibility', hidden }));
  try {
    post({ type: 'start', request, hidden: isHidden() });
    if (signal.aborted) onAbort();
    await promise;
  } finally {
    unwatch();
    signal.removeEventListener('abort', onAbort);
    worker.terminate();
  }
}

/** Keeps whether the page is hidden, as the page last told it. */
export class Visibility implements Presence {
  readonly #listeners = new Set<() => void>();

  constructor(public hidden: boolean) {}

  set(hidden: boolean): void {
    if (hidden === this.hidden) return;
    this.hidden = hidden;
    for (const listener of [...this.#listeners]) listener();
  }

  onHide(callback: () => void): () => void {
    return this.#onChange(() => {
      if (this.hidden) callback();
    });
  }

  async visible(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.hidden) await abortable(signal, (resolve) => this.#onChange(resolve));
  }

  #onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

export function isHidden(): boolean {
  return document.visibilityState === 'hidden';
}

/** Tells each change of the page's visibility; returns what stops it. */
export function watchVisibility(tell: (hidden: boolean) => void): () => void {
  const onChange = () => tell(isHidden());
  document.addEventListener('visibilitychange', onChange);
  return () => document.removeEventListener('visibilitychange', onChange);
}
