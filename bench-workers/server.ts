/** What a library’s server half is to the object that serves it: what its `server.ts` exports as `server`. */
import type { ClientMethods } from '../src/wire/service/objects.ts';
import type { Service } from '../src/wire/service/service.ts';
import type { Env } from './env.ts';
import type { Payer } from '../src/wire/amounts.ts';
import type { Check } from './guard/frame.ts';
import type { Message } from './guard/socket-guard.ts';
import type { Refusal } from '../src/wire/limits.ts';

export type { Message };

/** The service as one connection has it. */
export interface Offer {
  /** The service for clients that offer nothing themselves. */
  service: Service;
  /** The service for a client that the server can call too. */
  serviceFor: (client: ClientMethods) => Service;
}

/** What a server that calls other objects has of its own. */
interface ObjectHost {
  env: Env;
  /** Its name, which the names of those that it calls begin with. */
  name: string;
  /** Who pays for the connection. */
  payer: Payer;
  /**
   * Counts what a message will make the object do besides, before it does.
   *
   * @param awake 2 where another object is awake with this one from now on
   * @throws RangeError naming what it takes and what is left, where the day has less
   */
  pay(what: string, messages: number, rows: number, awake?: number): Promise<void>;
}

/** The server’s end of one socket. */
export interface ServerLink {
  /** Its answers are checked against the limits, whoever sends them. */
  socket: WebSocket;
  /** Closes the socket for a message that passes a limit or cannot be read. */
  refuse(refusal: Refusal): void;
  /** Closes the socket without blame. */
  end(code: number, reason: string): void;
  /** Says how many bytes are kept for this client now: the sum of all decides who is ended. */
  hold(bytes: number): void;
  /** Keeps a text with a socket that hibernates, and finds it again. */
  note: string | undefined;
  ctx: DurableObjectState;
  host: ObjectHost;
}

/** A connection that is served. A library that listens to the socket itself needs neither. */
export interface Session {
  take?(message: Message): unknown;
  close?(): void;
}

/** A request that was checked. */
export interface HttpCall {
  /** Of the client’s headers it has those alone that the server names. */
  request: Request;
  /** The body, or what the query has in its place. */
  text: string;
  /** The address as far as the object, and what goes on behind it, neither with a slash between. */
  base: string;
  path: string;
}

export interface Server {
  /**
   * Makes the check of one connection, or of one request, whose size and depth were checked before. Plain
   * JSON needs none.
   *
   * @param hold tells how many bytes the library keeps for this connection now
   */
  guard?(arm: string, hold?: (bytes: number) => void): Check;
  /** What a socket is accepted with: headers of the answer, and tags. An answer in its place refuses it. */
  accept?(request: Request): { headers?: HeadersInit; tags?: string[] } | Response;
  /** Serves one socket; again for one whose object slept. */
  serve?(link: ServerLink, offer: Offer, arm: string): Session;
  /** Answers a request. */
  answer?(call: HttpCall, offer: Offer, arm: string): Response | Promise<Response>;
  /** Part of the query that has the input of a GET. */
  query?: string;
  /** Headers of a request that its library reads. */
  headers?: readonly string[];
  /** Sends a payload to the sockets with a tag, and answers to how many that listen. */
  announce?(
    tag: string,
    payload: unknown,
    sockets: readonly ServerLink[],
  ): number | Promise<number>;
}
