import type { Recovery } from '../../../harness/world.ts';
import { clock, RunFailed, type Failure } from '../failures.ts';
import { askAbout, diagnose } from './about.ts';
import type { NotedSockets } from './addresses.ts';
import { recover } from './recover.ts';
import { pause } from './world.ts';

/** Asks a bench that was lost in the middle of a run whether it is back. */
export class BenchRecovery {
  /** Why the bench was given up, once it was. */
  failure: Failure | undefined;
  readonly #origin: string;
  readonly #sockets: NotedSockets;

  constructor(origin: string, sockets: NotedSockets) {
    this.#origin = origin;
    this.#sockets = sockets;
  }

  run(signal: AbortSignal): Promise<Recovery> {
    return recover({
      ask: () => this.#ask(signal),
      final: (error) => {
        this.failure = error instanceof RunFailed ? error.failure : undefined;
        // The limits count by the minute: asking on would only prolong the refusal.
        if (this.failure?.kind !== 'refused') return undefined;
        return `it refuses more connections until ${clock(this.failure.retryAt)}`;
      },
      pause: (ms) => pause(ms, signal),
      now: () => performance.now(),
      signal,
    });
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const origin = this.#origin;
    await askAbout(origin, signal);
    const address = this.#sockets.newest();
    if (address === undefined) return;
    const reason = await diagnose(origin, address, 'the socket closed', signal);
    // A bench that answers 426 is there; why the last socket failed is in its block.
    if (reason.failure.kind !== 'blocked') throw reason;
  }
}
