/** How a way from one object to another is asked: what its system’s `probe-objects.ts` exports as `probed`. */
import type { RemoteMembers } from '../../systems/lumenize/rpc/client.ts';
import { type Asked, askedMethods } from '../probes/asked.ts';
import type { Answering, NotingApi, NotingKit, Observer, Open } from '../probes/probed.ts';

/** The methods of the called object that callers reach in every way. */
export interface CalleeMethods extends NotingApi {
  cursor(): Cursor;
  hold(signal?: AbortSignal): Promise<'released'>;
  add(a: number, b: number): number;
  /** A text of so many characters. */
  text(length: number): string;
  /** A byte after another, from 1 to as many as asked for. */
  bytes(count: number): ReadableStream<Uint8Array>;
  /** Keeps a function of the caller for {@link CalleeObserver.callKept}. */
  keep(report: (value: number) => unknown): void;
}

export interface Cursor {
  next(): number;
}

export const calleeMethods = [...askedMethods, 'add', 'text', 'bytes', 'keep'] as const;

/** What is learnt of the called object, and done to it, by Workers RPC, whatever the way. */
export interface CalleeObserver extends Observer {
  note(text: string): Promise<void>;
  /** Calls the function that was kept. */
  callKept(value: number): Promise<unknown>;
  /** Tells one life of the object in memory from the next. */
  life(): Promise<string>;
  /** Ends this life of the object, as an eviction or a crash would. */
  lose(): Promise<void>;
  /** Ends this life, and has the constructor of the next one throw. */
  loseAndRefuse(): Promise<void>;
}

/** One way to the called object, open. Leaving its scope closes it. */
export interface Connection extends Open<RemoteMembers<CalleeMethods>> {
  hold?(signal: AbortSignal): Promise<unknown>;
}

/** The called object as its caller reaches it: each time by a new stub, as one that met an error may stay broken. */
export interface Callee {
  /** With the methods, as Workers RPC has them. */
  stub(): object;
  /** The requests of one stub. */
  fetcher(): (address: string, init?: RequestInit) => Promise<Response>;
  /** A socket that the system of this way is spoken over. */
  socket(): Promise<WebSocket>;
}

/** Both halves of a way. One without a socket has its calls answered as requests, or as Workers RPC. */
export interface ObjectProbed extends Answering<ObjectKit> {
  connect(callee: Callee): Promise<Connection>;
  /** Serves a socket that stays in memory. */
  serve?: (socket: WebSocket, asked: Asked) => void;
  /** Answers a message of a socket that may hibernate. */
  answer?: (message: string, asked: Asked) => Promise<string>;
}

/** What a question is given: an object of its own that is called, and one way to it. */
export interface ObjectKit extends NotingKit {
  connect(): Promise<Connection & { observer: CalleeObserver }>;
  observer: CalleeObserver;
  /**
   * Has another object make a call that is held, and ends the life of that object then.
   *
   * @returns whether what was to follow the answer was done, asked after the held call is let go
   */
  loseCaller(): Promise<() => Promise<boolean>>;
}
