import { frameType, DEFAULT_PREFIX } from '../protocol/protocol.ts';
import { readServerMessage } from './read-results.ts';
import {
  callAddress,
  DEFAULT_TIMEOUT_MS,
  type Transport,
  type TransportListener,
  type TransportOptions,
} from './transport.ts';

/** How to reach one object over HTTP. */
export interface HttpTransportOptions extends TransportOptions {
  /** What sends a request, the global one unless given. */
  fetch?: typeof fetch;
}

/** A transport that posts each batch: one request and one response for it. */
export function createHttpTransport(
  binding: string,
  instance: string,
  options: HttpTransportOptions = {},
): Transport {
  const type = frameType(options.prefix ?? DEFAULT_PREFIX);
  const address = callAddress(binding, instance, type, options.baseUrl);
  const send = options.fetch ?? fetch;
  const closing = new AbortController();
  const timeoutMs = options.timeout ?? DEFAULT_TIMEOUT_MS;
  let listener: TransportListener | undefined;
  return {
    type,
    timeoutMs,
    connect: () => Promise.resolve(),
    async send(body) {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
      const headers = { 'Content-Type': 'application/json' };
      const response = await send(address, { method: 'POST', body, headers, signal });
      const text = await response.text();
      // 500 says that a call of the batch failed, 400 that none could be read: both have answers.
      if (!response.ok && response.status !== 500 && response.status !== 400) {
        throw new Error(`${address}: got status ${response.status}, expected 200, 400 or 500`);
      }
      const message = readServerMessage(text, type);
      if ('results' in message) listener?.onResults(message.results, text);
    },
    listen(added) {
      listener = added;
    },
    close() {
      const error = new Error('the client was closed');
      closing.abort(error);
      listener?.onLost(error);
    },
  };
}
