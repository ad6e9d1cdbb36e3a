import { socketAddress, type System } from '../systems/system.ts';
import type { ConnectOptions } from './options.ts';

/** What an arm without a socket sends its requests through. */
export interface Requests {
  /** Address of the object, with http and without a slash at its end. */
  address: string;
  /** Ends with {@link close}, what is under way as well as what is asked later. */
  fetch: typeof globalThis.fetch;
  close(): void;
}

/** The requests of one connection to one object: there is nothing to open. */
export function requestsOf(
  system: Pick<System, 'id' | 'addressSuffix'>,
  arm: string,
  options: ConnectOptions,
): Requests {
  const closing = new AbortController();
  const base = options.fetch ?? fetch;
  return {
    address: socketAddress(system, arm, options).replace(/^ws/, 'http'),
    fetch(input, init) {
      const given = init?.signal ?? undefined;
      const signals = given === undefined ? [closing.signal] : [closing.signal, given];
      return base(input, { ...init, signal: AbortSignal.any(signals) });
    },
    close: () => closing.abort(new Error('the client was closed')),
  };
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
