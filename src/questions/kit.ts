/** How a system is asked that a bench serves: what its `questions.ts` exports as `probed`. */
import type { ClientMethods, ServiceMethods } from '../service/methods.ts';
import type { RemoteMembers } from '../systems/lumenize/rpc/client.ts';
import { answerOf, type Ending, endingOf, type Outcome, until } from './outcome.ts';
import type { Shape } from '../service/items.ts';
import { type Link, linkTo, type Served } from '../links/link.ts';
import type { WebSocketClass } from '../links/socket.ts';
import type { Traffic } from '../links/traffic.ts';
import { type Answer, Caller } from '../places/peers/by-hand.ts';

/** The methods as every client offers them; what a system cannot do of it fails when it is tried. */
export type ProbeApi = RemoteMembers<ServiceMethods> & Disposable;

/** A browser or Node, against one bench. */
export interface ProbeWorld {
  origin: string;
  WebSocketClass: WebSocketClass;
  /** A new id of an object. */
  freshObject(): string;
}

/** Options of a client. A system that has none of the kind passes them by. */
interface ClientOptions {
  /** What the client offers to the server. */
  client?: ClientMethods;
  /** Called when the connection is lost. */
  onLost?: () => void;
  /** Deadline of every call, in ms. */
  timeout?: number;
}

/** One open connection. Leaving its scope closes it. */
export interface Connection extends Disposable {
  api: ProbeApi;
  log: Traffic;
  /** Numbers from 1, by a call that the library has for streams. */
  numbers?(count: number): AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>;
  /** A stream of so many pieces, by such a call. */
  flow?(shape: Shape): AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>;
  /** The same by what the library has for going on after a loss, and what cuts its connection. */
  resuming?(count: number): { how: string; drop: () => unknown; numbers: AsyncIterable<unknown> };
  /** A call that waits, given up by a signal. */
  hold?(signal: AbortSignal): Promise<unknown>;
  /** The end that the library itself has for a connection, where that leaves the socket open. */
  end?(): void;
}

/** A client that listens for what the server sends. */
interface Listening extends Connection {
  /** Has the server send it a payload, at the request of another client. */
  send(other: ProbeApi, payload: unknown): unknown;
}

/** A client over HTTP. */
export interface Posted {
  api: ProbeApi;
  /** Method and address of each of its requests, where they can be watched. */
  requests?: readonly string[];
  /** Whether a client is one request, whatever it calls in its first turn. */
  isBatch?: true;
}

/** Frames written by hand, in a system’s own protocol: what a hostile client would send. */
export interface ByHand {
  /** The frames that call, without arguments, whatever the path leads to. */
  call: (path: readonly string[]) => string[];
  /** Frames that ask for an echo of one text in many places, however the protocol can say that. */
  echo(text: string, times: number): string[];
  /** What in an answer says that the call was refused. */
  refusal: RegExp;
  /** Whether the frames are the bodies of requests, whose addresses end with the path. */
  posted?: true;
  /** Answers a call in place of the bench, for a reason that stands with it. */
  callHere?: (frames: readonly string[]) => Promise<string>;
}

export interface BenchKit {
  /** Its id. */
  system: string;
  /** Address of the object, for the questions that write frames by hand. */
  url(scheme: 'ws' | 'http'): string;
  /** A client of the object, over a WebSocket that is open. */
  connect(options?: ClientOptions): Promise<Connection>;
  /** A client that listens to a name in the library’s own way; see {@link listenTo}. */
  listen?(name: string, got: (payload: unknown) => void, hibernating?: true): Promise<Listening>;
  post?: () => Posted;
  /** A client over HTTP that reads by GET. */
  get?: () => Posted;
  /** Name of the library’s handler for {@link ClientOptions.onLost}. */
  lossHandler?: string;
  byHand: ByHand;
}

/** A client that listens to a name: in the library’s own way, or by a function that the server keeps. */
export async function listenTo(
  kit: BenchKit,
  name: string,
  got: (payload: unknown) => void,
  hibernating?: true,
): Promise<Listening> {
  if (kit.listen !== undefined) return kit.listen(name, got, hibernating);
  const connection = await kit.connect();
  try {
    await answerOf(() => connection.api.subscribe(name, got));
  } catch (error) {
    connection[Symbol.dispose]();
    throw error;
  }
  return { ...connection, send: (other, payload) => other.publish(name, payload) };
}

/**
 * Has the server send to a client until something came: a client may not listen yet although the call
 * was made that has it listen.
 *
 * @returns how the last call ended
 */
export async function sendUntil(
  came: () => boolean,
  [waiting, other]: readonly [Listening, Connection],
  payload: unknown,
): Promise<Ending> {
  let last: Ending = { state: 'pending' };
  await until(async () => {
    if (came()) return true;
    last = await endingOf(() => waiting.send(other.api, payload));
    return came();
  });
  return last;
}

/** What a system says of the questions itself. */
export interface BenchProbed {
  /** What cannot be asked of it, by the ids of questions or of their groups. */
  skipped?: ReadonlyArray<{ probes: readonly string[]; why: string }>;
  /**
   * Questions that it is known to fail, by their subjects: `{ values: 'map set' }` for `values-map` and
   * `values-set`. A test names every answer that is not as expected.
   */
  fails: Readonly<Record<string, string>>;
  /** Code for questions that the code for all does not fit, by their ids. */
  own?: Readonly<Record<string, (kit: BenchKit) => Promise<Outcome>>>;
  /** Ids of questions whose code for it is `own` of its `questions-node.ts`: no browser can ask them. */
  inNode?: readonly string[];
  /** Begins with an object that nobody has used. */
  open(world: ProbeWorld): BenchKit;
}

/** Ids of the questions that a library is known to fail. */
export function failedBy({ fails }: Pick<BenchProbed, 'fails'>): string[] {
  return Object.entries(fails).flatMap(([subject, names]) =>
    names.split(' ').map((name) => `${subject}-${name}`),
  );
}

/** A link of a system to an object that nobody has used, or to a known one over another arm. */
export function freshLink(
  { origin, WebSocketClass, freshObject }: ProbeWorld,
  served: Served,
  object: string = freshObject(),
): Link {
  return linkTo(served, { origin, WebSocketClass, object });
}

/** What is asked of a system in Node alone: what its `questions-node.ts` exports as `probed`. */
export interface NodeProbed {
  /** Code with what a page imports to call a method over a WebSocket, as from the root of the project. */
  bundle: string;
  /** What its documentation has it load besides for some of what the questions ask, by the same code. */
  option?: { name: string; bundle: string };
  /** Code that the compiler is asked about; absent where calls have no types. */
  types?: {
    /** How a client is made, as in a file of its folder; `api` has the interface of the probes. */
    prelude: string;
    /** A call of a method; the arguments are the code between its brackets. */
    call: (method: string, args: string) => string;
    /** A server’s own code, and a client that knows of it by its type alone. */
    inferred: string;
    /** Use of an error that a method declares; reads `error.data.code` unless given. */
    declaredError?: string;
  };
  /** Code for questions that ask for something which a browser lacks, by their ids. */
  own?: Readonly<Record<string, () => Promise<Outcome>>>;
  /** Serves the sum of two numbers in Node, and asks it for that of 2 and 3 by the system’s client. */
  sumOverNode?: () => Promise<unknown>;
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
