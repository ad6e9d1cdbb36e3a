/**
 * Names the command line in every request and every socket of this process to a bench: it has no origin, as a
 * page has, and the gate refuses a client without a name. Importing this file does it.
 */
import diagnostics from 'node:diagnostics_channel';
import {
  Agent,
  type Dispatcher,
  EventSource as NodeEventSource,
  getGlobalDispatcher,
} from 'undici';
import type { WebSocketClass } from '../../core/plan/index.ts';
import type { FreshEnds } from '../../core/run/index.ts';

const CLIENT = { 'Roundtrip-Client': 'roundtrip' } as const;

const isBench = (address: string | URL) => new URL(address).pathname.includes('/bench/');

const [NodeWebSocket, nodeFetch] = [globalThis.WebSocket, globalThis.fetch];

/**
 * Sockets and requests that carry these headers, and the command line's own where a bench is asked.
 *
 * @param dispatcher has their connections; the process’s own by default
 */
export function callingWith(headers: Readonly<Record<string, string>>, dispatcher?: Dispatcher) {
  const sent = (address: string | URL) => (isBench(address) ? { ...CLIENT, ...headers } : headers);
  class Socket extends NodeWebSocket {
    constructor(address: string | URL, protocols?: string | string[]) {
      // Node's takes headers instead of the protocols, which the types of the web do not know.
      const options = { protocols, headers: sent(address), dispatcher };
      super(address, options as unknown as string[]);
    }
  }
  const fetch: typeof globalThis.fetch = (input, init) => {
    const options = { ...init, dispatcher } as unknown as RequestInit;
    const request = new Request(input, dispatcher === undefined ? init : options);
    for (const [name, value] of Object.entries(sent(request.url))) request.headers.set(name, value);
    return nodeFetch(request);
  };
  return { WebSocketClass: Socket satisfies WebSocketClass, fetch };
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

/** The class by which this process has its connections: another one if its environment names a proxy. */
const OwnDispatcher = getGlobalDispatcher().constructor as new () => Dispatcher;

/** Sockets and requests to an object over connections of their own, which Node tells of when they open. */
export function freshEnds(object: string): FreshEnds {
  const dispatcher = new OwnDispatcher();
  const opened = new Set<unknown>();
  let [sent, kept] = [0, 0];
  const onOpen = (event: unknown) => void opened.add(Reflect.get(Object(event), 'socket'));
  const onSend = (event: unknown) => {
    const { request, socket } = event as { request: { path: string }; socket: unknown };
    if (!request.path.includes(object)) return;
    sent += 1;
    if (!opened.has(socket)) kept += 1;
  };
  diagnostics.subscribe('undici:client:connected', onOpen);
  diagnostics.subscribe('undici:client:sendHeaders', onSend);
  return {
    ...callingWith({}, dispatcher),
    get wereNew() {
      return sent > 0 && kept === 0;
    },
    close() {
      diagnostics.unsubscribe('undici:client:connected', onOpen);
      diagnostics.unsubscribe('undici:client:sendHeaders', onSend);
      void dispatcher.destroy();
    },
  };
}
