import type { ClientMethods } from '../../src/service/methods.ts';
import type { Check, SocketGuard } from '../guard/socket-guard.ts';
import type { Message } from '../object.ts';
import type { StreamService } from '../streams/service.ts';
import type { ProbeService } from './service.ts';

/** What a system’s server half opens connections with, and keeps them to the limits. */
export interface Connections {
  /** Answers a request with a socket, whose other end is given to what opens it here. */
  upgrade: (open: (socket: WebSocket) => void, headers?: Headers) => Response;
  /** Opens a socket that stays in memory, and keeps it to the limits. */
  acceptInMemory: (
    socket: WebSocket,
    check?: Check,
    onMessage?: (message: Message) => void,
  ) => SocketGuard;
  /** The object’s state. A socket that it accepts may sleep; its messages go to {@link Sleeping.take}. */
  ctx: Pick<DurableObjectState, 'acceptWebSocket' | 'getWebSockets' | 'blockConcurrencyWhile'>;
}

/** What a system’s server half may use of the object that serves it. An object serves one system. */
export interface Serving extends Connections {
  /** For requests, and for sockets that sleep: what they call has no connection of its own. */
  shared: ProbeService;
  /** A service for one connection, whose client offers something itself. */
  serviceFor: (client: ClientMethods) => ProbeService;
}

/** What a system does with sockets that may sleep. */
interface Sleeping<Given> {
  check?: Check;
  take(socket: WebSocket, message: Message, serving: Given): unknown;
  /** Sends a payload to the sockets of this tag, and answers to how many that listen. */
  announce?(tag: string, payload: unknown, serving: Given): number | Promise<number>;
  /** A socket has closed. */
  close?(socket: WebSocket): void;
}

/** How a system serves an object that all systems share. */
export interface SystemServer<Given> {
  /** Answers a request that opens no socket; undefined where it has no such calls. */
  answer?: (request: Request, serving: Given) => Promise<Response> | undefined;
  /** Opens the socket that a request asks for; absent where it has none. */
  open?: (request: Request, serving: Given) => Response | Promise<Response>;
  sleeping?: Sleeping<Given>;
}

/** How a system serves the probes: what its `probe.ts` exports as `probeServer`. */
export type ProbeServer = SystemServer<Serving>;

/** What a system’s server half may use of the object whose streams it hands on. */
export interface StreamServing extends Connections {
  streams: StreamService;
}

/** How a system hands streams on: what its `streams.ts` exports as `streamServer`. */
export type StreamServer = SystemServer<StreamServing>;
