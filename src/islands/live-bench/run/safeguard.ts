import { beginRun, forgetRun, keepEvent, type RunUnderWay } from '../../../history/under-way.ts';
import type { Planned, RunEvent } from '../../../harness/run/index.ts';
import { counts } from './so-far.ts';

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
