/** How a system is asked, whatever the place. Each place has a contract for what a system’s folder has for it. */
import { type Answer, Caller } from '../peers/by-hand.ts';
import type { Amount } from './flow.ts';
import type { Outcome } from './outcome.ts';

/** What a system says of the questions of one place itself. */
export interface Answering<Kit> {
  /** What cannot be asked of it, by the ids of questions or of their groups. */
  skipped?: ReadonlyArray<{ probes: readonly string[]; why: string }>;
  /** Code for questions that the code for all does not fit, by their ids. */
  own?: Readonly<Record<string, (kit: Kit) => Promise<Outcome>>>;
}

/** The ways in which a method fails that were asked of every place. */
export type Failure = 'type' | 'cause' | 'code';

/** Named in the stacks of what it makes: a question looks for it there. */
export function failureOf(kind: Failure): Error {
  switch (kind) {
    case 'type':
      return new TypeError('boom');
    case 'cause':
      return new RangeError('too far', { cause: new Error('the fuse') });
    case 'code':
      return Object.assign(new Error('quota'), { code: 7, retry: { afterMs: 50 } });
  }
}

/** The methods that callers have in every place; what a system cannot do fails when it is tried. */
interface AnyApi {
  fail(kind: Failure): unknown;
  echo(value: unknown): unknown;
  /** Calls a function of the caller with a value, and answers what that answers. */
  callBack(report: (value: number) => unknown, value: number): unknown;
  /** An object that counts from 1. */
  cursor(): unknown;
  /** A stream of so many pieces. */
  flow(amount: Amount): unknown;
  /** The same by calls of a function, each awaited. */
  flowTo(amount: Amount, take?: (piece: unknown) => unknown): unknown;
  /** Characters or bytes of all pieces that were made so far. */
  flowed(): unknown;
}

/** The same where the called side notes what happened to it. */
export interface NotingApi extends AnyApi {
  /** Notes a call by its number. */
  arrive(n: number): unknown;
  /** Waits until it is released. */
  hold(signal?: AbortSignal): unknown;
}

/** What the called side has noted, and what is done to it, by another way than the one that is asked. */
export interface Observer {
  /** In order: `arrive 3`, `held`, `given up` … */
  log(): Promise<string[]>;
  /** Resolves once a call is held. */
  held(): Promise<void>;
  /** Lets the calls go that are held. */
  release(): Promise<void>;
}

/** One open connection. Leaving its scope closes it. */
export interface Open<Api> extends Disposable {
  api: Api;
}

/** One open connection in whichever place. */
export interface AnyConnection extends Open<AnyApi> {
  /** A stream of so many pieces, by a call that the library has for streams. */
  flow?(amount: Amount): AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>;
}

/** An option of a client. A system that has none of the kind passes it by. */
export interface Offering {
  /** A function that the caller offers from the start. */
  report?: (value: never) => unknown;
}

/** What a question is asked through that fits every place. */
export interface AnyKit {
  connect(options?: Offering): Promise<AnyConnection>;
}

/** The same where the called side notes what happened to it. */
export interface NotingKit {
  connect(): Promise<
    Open<NotingApi> & {
      observer: Observer;
      /** A call that is held, where it is given up by other means than a signal among its arguments. */
      hold?(signal: AbortSignal): Promise<unknown>;
    }
  >;
}

/** An interface whose every member is a call by its name: for clients that have none of their own. */
export function apiOf<Api>(call: (method: string, args: readonly unknown[]) => unknown): Api {
  const get =
    (_target: object, name: string | symbol) =>
    (...args: unknown[]) =>
      call(String(name), args);
  return new Proxy({}, { get }) as Api;
}

/** Calls over a socket by one JSON message each way, written by hand. */
export function callsByMessage(
  socket: WebSocket,
): (method: string, args: readonly unknown[]) => Promise<unknown> {
  const caller = new Caller((question) => socket.send(JSON.stringify(question)));
  socket.addEventListener('message', (event) => {
    caller.take(JSON.parse(event.data as string) as Answer);
  });
  socket.addEventListener('close', ({ code }) => caller.end(new Error(`closed with code ${code}`)));
  return (method, args) => {
    if (socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error('closed'));
    const answer = caller.call(method, args);
    // Whoever made the call hears of it; nobody else has to.
    answer.catch(() => undefined);
    return answer;
  };
}
