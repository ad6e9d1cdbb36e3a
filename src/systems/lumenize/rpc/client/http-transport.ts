import { readServerMessage } from './server-message.ts';
import {
  addressOf,
  DEFAULT_TIMEOUT_MS,
  encodeBatch,
  type RpcTransport,
  type TransportOptions,
} from './transport.ts';

/** How to reach one object over HTTP. */
export interface HttpTransportOptions extends TransportOptions {
  /** What sends a request, the global one unless given. */
  fetch?: typeof fetch;
  /** Headers that every request has besides its own. */
  headers?: Record<string, string>;
}

/** A transport that posts each batch: one request and one response for it. */
export function createHttpTransport(
  binding: string,
  instance: string,
  options: HttpTransportOptions = {},
): RpcTransport {
  const { fetch: send = fetch, timeout = DEFAULT_TIMEOUT_MS } = options;
  const { address } = addressOf(binding, instance, options);
  const headers = { 'Content-Type': 'application/json', ...options.headers };
  let closing = new AbortController();
  return {
    async execute(request, need) {
      const body = encodeBatch(request, undefined, need);
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeout)]);
      const response = await send(address, { method: 'POST', body, headers, signal });
      const message = readServerMessage(await response.text(), undefined);
      // 500 says that a call of the batch failed, and has answers to all; others say what they like.
      if (message !== undefined && 'batch' in message) return message;
      throw new Error(`${address}: got status ${response.status}, expected answers to a batch`);
    },
    disconnect() {
      closing.abort(new Error('the client was closed'));
      closing = new AbortController();
    },
    isConnected: () => true,
    setKeepAlive: () => undefined,
  };
}
