/** What clients of a bench open their connections with. */
import type { Connection } from '../harness/plan/index.ts';

/** Any constructor with the standard WebSocket interface: a browser's, Node's, or a metered subclass. */
export type WebSocketClass = new (url: string, protocols?: string | string[]) => WebSocket;

/** The same of an EventSource. */
export type EventSourceClass = new (
  url: string | URL,
  init?: { withCredentials?: boolean },
) => EventSource;

/** What a run’s world reaches a bench through. */
export interface Bench {
  /** Origin of the bench, without a trailing slash: `https://example.org`. */
  origin: string;
  WebSocketClass: WebSocketClass;
  /** What an arm without a socket sends its requests through; the runtime's own unless given. */
  fetch?: typeof globalThis.fetch;
  /** Absent in a runtime that has none. */
  EventSourceClass?: EventSourceClass;
}

/** What a system's client needs in order to open one connection to one fresh object. */
export interface ConnectOptions extends Bench {
  /** Random id of the object, a UUID of version 4. The bench refuses any other form. */
  object: string;
}

/**
 * The client half of a system for one of its arms. Resolves once the socket is open; at once for an
 * arm that has none.
 */
export type BenchConnect<Operations> = (options: ConnectOptions) => Promise<Connection<Operations>>;
