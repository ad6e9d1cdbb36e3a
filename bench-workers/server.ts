/** The server half of a library, as its `server.ts` exports it under the name `server`, and the libraries of the Worker. */
import type { AcceptMode } from '../src/core/record/index.ts';
import type { ClientMethods } from '../src/wire/service/objects.ts';
import type { Service } from '../src/wire/service/service.ts';
import type { Served, SystemData } from '../src/wire/system-data.ts';
import type { BenchMethods, Env } from './env.ts';
import type { Payer } from '../src/wire/amounts.ts';
import type { Check } from './guard/frame.ts';
import type { Message } from './guard/socket-guard.ts';
import type { Violation } from '../src/wire/limits.ts';

export type { Message };

/** The service for one connection. */
export interface Offer {
  /** The service for clients that offer nothing themselves. */
  service: Service;
  /** The service for a client that the server can call too. */
  serviceFor: (client: ClientMethods) => Service;
}

/** The object of a server that calls other objects. */
interface ObjectHost {
  env: Env;
  /** Its name. The names of the objects that it calls begin with it. */
  name: string;
  /** Who pays for the connection. */
  payer: Payer;
  /**
   * Pays for what a message will make the object do, before it does.
   *
   * @param awake 2 where another object is awake with this one from now on
   * @throws RangeError naming the amounts needed and left, if the day has too few
   */
  pay(what: string, messages: number, rows: number, awake?: number): Promise<void>;
}

/** The server’s end of one socket. */
export interface ServerLink {
  /** Its answers are checked against the limits. */
  socket: WebSocket;
  /** Closes the socket because of a message that passes a limit or cannot be read. */
  refuse(violation: Violation): void;
  /** Closes the socket without blame. */
  end(code: number, reason: string): void;
  /** Says how many bytes the library holds for this client now. The sum of all decides who is ended. */
  hold(bytes: number): void;
  /** A text that is kept with a socket that hibernates. */
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
  /** It has only those of the client’s headers that the server names. */
  request: Request;
  /** The body, or the part of the query that stands for it. */
  text: string;
  /** The address up to the object, and the rest of it, with no slash between. */
  base: string;
  path: string;
}

/** Calls a method of a service by its name. */
export type CallMethod = (method: string, args: readonly unknown[]) => Promise<unknown>;

export interface Server {
  /**
   * Makes the check of one connection, or of one request. Size and depth were checked before. Plain
   * JSON needs no check.
   *
   * @param hold is told how many bytes the library holds for this connection now
   */
  makeCheck?(arm: string, hold?: (bytes: number) => void): Check;
  /** Headers and tags that a socket is accepted with. A Response refuses it. */
  accept?(request: Request): { headers?: HeadersInit; tags?: string[] } | Response;
  /** Serves one socket; again after its object slept. */
  serve?(link: ServerLink, offer: Offer, arm: string): Session;
  /** Serves a socket in the Worker, which calls the object’s service by the RPC of Workers. */
  serveInWorker?(socket: WebSocket, call: CallMethod): void;
  /** Calls a method of the service for such a session. @returns a value that this RPC carries */
  call?(offer: Offer, method: string, args: readonly unknown[]): unknown;
  /** Answers a request. */
  answer?(call: HttpCall, offer: Offer, arm: string): Response | Promise<Response>;
  /** Part of the query that has the input of a GET. */
  query?: string;
  /** Headers of a request that its library reads. */
  headers?: readonly string[];
  /** Sends a payload to the sockets with a tag. @returns how many clients listen */
  announce?(
    tag: string,
    payload: unknown,
    sockets: readonly ServerLink[],
  ): number | Promise<number>;
}

/** The part of the called object that a client of a library reaches. */
export type EffectTarget = Pick<BenchMethods, 'effect'>;

/** Both ends of a library’s protocol over a socket between two objects. */
export interface SpokenBetween {
  /** Answers the calls that arrive over a socket. */
  serve(socket: WebSocket, target: EffectTarget): void;
  /** Calls the object at the other end of a socket. */
  connect: (socket: WebSocket) => { effect(n: number): PromiseLike<number> };
}

/** The libraries of this Worker. Its entry file names them, so that this room imports none. */
export interface Libraries {
  served: readonly Served[];
  /** Libraries whose package is not installed. */
  notInstalled: readonly Pick<SystemData, 'id' | 'label' | 'needs'>[];
  /** How the connections of an arm are accepted; undefined for an unknown arm. */
  acceptOf(system: string, arm: string): AcceptMode | undefined;
  /** Loads the server half of one of `served`. */
  load(system: string): Promise<Server>;
  /** Protocols of libraries between two objects, by the name of the way. */
  between: Readonly<Record<string, SpokenBetween>>;
}

let carried: Libraries | undefined;

/** Sets the libraries of the Worker, before its first request. */
export function carry(libraries: Libraries): void {
  carried = libraries;
}

/** @throws Error in a Worker whose entry file named none */
export function libraries(): Libraries {
  if (carried !== undefined) return carried;
  throw new Error('libraries: got none, expected the entry file to name them');
}
