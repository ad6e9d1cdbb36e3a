/**
 * Names the command line in every request and every socket of this process to a bench: it has no origin, as a
 * page has, and the gate refuses a client without a name. Importing this file does it.
 */
import { Agent, EventSource as NodeEventSource } from 'undici';
import type { WebSocketClass } from '../../core/plan/index.ts';

const CLIENT = { 'Roundtrip-Client': 'roundtrip' } as const;

/** Sockets and requests that carry headers of their own. */
interface Calling {
  WebSocketClass: WebSocketClass;
  fetch: typeof globalThis.fetch;
}

const isBench = (address: string | URL) => new URL(address).pathname.includes('/bench/');

const [NodeWebSocket, nodeFetch] = [globalThis.WebSocket, globalThis.fetch];

/** Sockets and requests that carry these headers, and the command line's own where a bench is asked. */
export function callingWith(headers: Readonly<Record<string, string>>) {
  const sent = (address: string | URL) => (isBench(address) ? { ...CLIENT, ...headers } : headers);
  class Socket extends NodeWebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      // Node's takes headers instead of the protocols, which the types of the web do not know.
      const options = { protocols, headers: sent(address) };
      super(address, options as unknown as string[]);
    }
  }
  const fetch: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    for (const [name, value] of Object.entries(sent(request.url))) request.headers.set(name, value);
    return nodeFetch(request);
  };
  return { WebSocketClass: Socket, fetch } satisfies Calling;
}

const calling = callingWith({});
globalThis.WebSocket = calling.WebSocketClass;
globalThis.fetch = calling.fetch;

/** Node’s own is an experiment; this is the same code, and takes what sends its requests. */
const dispatcher = new Agent().compose(
  (dispatch) => (request, handler) =>
    dispatch({ ...request, headers: { ...request.headers, ...CLIENT } }, handler),
);
globalThis.EventSource = class extends NodeEventSource {
  constructor(address: string | URL) {
    super(address, { node: { dispatcher } });
  }
} as unknown as typeof EventSource;
