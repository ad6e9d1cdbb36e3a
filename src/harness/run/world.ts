import type { WebSocketClass } from '../plan/index.ts';
import type { ClientLoad } from '../record/index.ts';

/** Everything the core needs from outside. Tests give it a clock and sockets of their own. */
export interface World {
  /** A monotonic clock, in ms. */
  now(): number;
  /** Calls back after a delay in ms; returns what cancels it. */
  after(delayMs: number, callback: () => void): () => void;
  /** Makes the random id of a fresh object: a UUID of version 4. */
  freshObject(): string;
  WebSocketClass: WebSocketClass;
  /** What clients without a socket send their requests through; without it they use the runtime's. */
  fetch?: typeof globalThis.fetch;
  /** How busy the client was since this was last asked; absent where the runtime does not tell. */
  load?(): ClientLoad;
  /** Whether somebody can see the page. Absent where there is no page to hide. */
  presence?: Presence;
  /**
   * Called after a connection failed or was lost. Waits until the bench answers again, or
   * says why it is no use to go on. Absent where the run should end at once.
   */
  recover?(arm: string, signal: AbortSignal): Promise<Recovery>;
}

export type Recovery = { ready: true } | { ready: false; why: string };

export interface Presence {
  readonly hidden: boolean;
  /** Calls back when the page is hidden; returns what stops listening. */
  onHide(callback: () => void): () => void;
  /** Resolves once the page is visible; rejects with the signal's reason when aborted. */
  visible(signal: AbortSignal): Promise<void>;
}

/**
 * Waits until a socket is open. Every client half opens its socket through this, so that the
 * connect time means the same for each.
 *
 * @throws Error naming the close code when the socket closes instead.
 */
export function openSocket(socket: WebSocket): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => resolve(socket), { once: true });
    socket.addEventListener(
      'close',
      (event) => reject(new Error(`the socket did not open; it closed with code ${event.code}`)),
      { once: true },
    );
  });
}
