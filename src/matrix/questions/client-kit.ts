/** The code of questions, and the clients of a system that answer them. Their words are in `content/probes`. */
import type { ClientMethods } from '../../wire/service/objects.ts';
import type { ServiceMethods } from '../../wire/service/service.ts';
import type { RemoteMembers } from '../../libraries/systems/lumenize/rpc/client.ts';
import { answerOf, answers, type Ending, endingOf, type Outcome, until } from './outcome.ts';
import type { Shape } from '../../wire/service/items.ts';
import type { Link } from '../../wire/links/link.ts';
import { logRequests, type TrafficLog } from '../../wire/links/traffic.ts';

export type Run = (kit: BenchKit) => Promise<Outcome>;

/**
 * The questions of one subject by their ids, which begin with it; all stand in the file of its name. One throws only
 * if the question itself is broken, or in `answerOf`. It is undefined if each system has code of its own.
 */
export type Questions = Readonly<Record<string, Run | undefined>>;

/** A question with its id and that of its subject. */
export interface Probe {
  id: string;
  group: string;
  run?: Run | undefined;
}

/** The questions of subjects, in their order. */
export const probesOf = (subjects: Readonly<Record<string, Questions>>): Probe[] =>
  Object.entries(subjects).flatMap(([group, questions]) =>
    Object.entries(questions).map(([id, run]) => ({ id, group, run })),
  );

/** Asks over a connection that is opened for the question and closed after it. */
export function connected(ask: (connection: Connection, kit: BenchKit) => Promise<Outcome>): Run {
  return async (kit) => {
    using connection = await kit.connect();
    return await ask(connection, kit);
  };
}

/** Passes when a call over such a connection answers exactly this. */
export const answering = (call: (api: ProbeApi) => unknown, expected: unknown): Run =>
  connected(({ api }) => answers(() => call(api), expected));

/** The methods of every client. A call that a system cannot make fails. */
export type ProbeApi = RemoteMembers<ServiceMethods> & Disposable;

/** Options of a client. A system ignores those that it does not have. */
export interface ClientOptions {
  /** Methods that the client offers to the server. */
  client?: ClientMethods;
  /** Called when the connection is lost. */
  onLost?: () => void;
  /** Deadline of every call, in ms. */
  timeout?: number;
  /** An option against losses from the library’s documentation, if there is one. */
  remedy?: Remedy | undefined;
}

/** Pings that close a socket without a pong, or calls that are made again after a failure. */
export type Remedy = 'keep-alive' | 'retry';

/** One open connection. Leaving its scope closes it. */
export interface Connection extends Disposable {
  api: ProbeApi;
  log: TrafficLog;
  /** Numbers from 1, by a call that the library has for streams. */
  numbers?(count: number): AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>;
  /** A stream of so many pieces, by such a call. */
  flow?: (shape: Shape) => AsyncIterable<unknown> | Promise<AsyncIterable<unknown>>;
  /** The same with the library’s own way to go on after a loss, and a function that cuts its connection. */
  resuming?(count: number): { how: string; drop: () => unknown; numbers: AsyncIterable<unknown> };
  /** A call that waits, given up by a signal. */
  hold?(signal: AbortSignal): Promise<unknown>;
  /** The library’s own end of a connection, if it leaves the socket open. */
  end?(): void;
}

/** A client that listens for what the server sends. */
export interface Listening extends Connection {
  /** Has the server send it a payload, at the request of another client. */
  send(other: ProbeApi, payload: unknown): unknown;
}

/** A client over HTTP. */
export interface Posted {
  api: ProbeApi;
  /** Method and address of each of its requests, if they can be watched. */
  requests?: readonly string[];
  /** Address of the object, if it is not the one over a socket. */
  url?: string;
  /** True if all calls of a client’s first turn are one request. */
  isBatch?: true;
}

/** Hand-written frames in a system’s own protocol, as a hostile client would send them. */
export interface ByHand {
  /** Frames that call the member at a path, without arguments. */
  call: (path: readonly string[]) => string[];
  /** Frames that ask for an echo of one text in many places. */
  echo(text: string, times: number): string[];
  /** The part of an answer that says that the call was refused. */
  refusal: RegExp;
  /** True if the frames are bodies of requests, whose addresses end with the path. */
  posted?: true;
  /** Answers a call instead of the bench. */
  callHere?: (frames: readonly string[]) => Promise<string>;
}

/** Code of its users. It is bundled and compiled, and never run. */
export interface Code {
  /** Imports of a page that calls a method over a WebSocket, from the root of the project. */
  bundle: string;
  /** Further imports that some answers need, see the library’s documentation. */
  option?: { name: string; bundle: string };
  /** Code for the compiler; absent if calls have no types. */
  types?: {
    /** Makes a client `api` of the object `methods`, a `ServiceMethods`, in a file of its folder. */
    prelude: string;
    /** A call of a method; the arguments are the code between its brackets. */
    call: (method: string, args: string) => string;
    /** A server’s own code, and a client that knows only its type. */
    inferred: string;
    /** Use of an error that a method declares; reads `error.data.code` unless given. */
    declaredError?: string;
  };
}

export interface BenchKit {
  /** Its id. */
  system: string;
  /** To the object, which nobody else has used. */
  link: Link;
  code: Code;
  /** A client of the object, over a WebSocket that is open. */
  connect(options?: ClientOptions): Promise<Connection>;
  /** A client that listens to a name in the library’s own way; see {@link listenTo}. */
  listen?(
    name: string,
    got: (payload: unknown) => void,
    hibernating?: boolean,
    options?: ClientOptions,
  ): Promise<Listening>;
  post?: () => Posted;
  /** A client over HTTP that reads by GET. */
  get?: () => Posted;
  /** Name of the library’s handler for {@link ClientOptions.onLost}. */
  lossHandler?: string;
  byHand: ByHand;
}

/** Libraries whose clients listen by a function that the server keeps. */
export const BY_FUNCTION: readonly string[] = ['capnweb', 'kkrpc', 'kkrpc-2'];

/** Clients of the library can listen, by {@link listenTo}. */
export const canListen = (kit: BenchKit): boolean =>
  kit.listen !== undefined || BY_FUNCTION.includes(kit.system);

/** A client that listens to a name: in the library’s own way, or by a function that the server keeps. */
export async function listenTo(
  kit: BenchKit,
  name: string,
  got: (payload: unknown) => void,
  hibernating = false,
  options?: ClientOptions,
): Promise<Listening> {
  if (kit.listen !== undefined) return kit.listen(name, got, hibernating, options);
  const connection = await kit.connect(options);
  try {
    await answerOf(() => connection.api.subscribe(name, got));
  } catch (error) {
    connection[Symbol.dispose]();
    throw error;
  }
  return { ...connection, send: (other, payload) => other.publish(name, payload) };
}

/** Has the server send to a client until it came, because a client may not listen at once. @returns the end of the last call */
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

// The part of a system’s folder for the questions, and code that several systems share for it.

/** The export `probed` of a system’s `questions.ts`. */
export interface BenchProbed {
  /** Why questions cannot be asked of it, by their ids or those of their subjects: `{ 'errors values-map': 'It …' }`. */
  skipped?: Readonly<Record<string, string>>;
  /** Its own code for some questions, by their ids. */
  own?: Readonly<Record<string, Run>>;
  /** Ids of questions that no browser can ask. Their code is `own` of its `questions-node.ts`. */
  inNode?: readonly string[];
  code: Code;
  /** Its clients of the object that a link leads to. */
  open: (link: Link) => Omit<BenchKit, 'system' | 'link' | 'code'>;
}

/** Questions that a library skips whose calls are single requests of plain JSON. */
export const plainRequests = {
  'loss-told disposal-closes': 'Nothing is open between two requests.',
  'loss-reconnect loss-resume': 'Nothing is open on which it could listen.',
  hibernation: 'It has no socket that could outlive its object.',
} as const;

/** A call by its name; the signal ends it. */
type CallBySignal = (method: string, args: readonly unknown[], signal: AbortSignal) => unknown;

/** A client of such a library. @param callOver its calls, sent by this fetch */
export function requesting(callOver: (send: typeof fetch) => CallBySignal): Connection & Posted {
  const log = logRequests();
  const closing = new AbortController();
  const call = callOver(log.fetch);
  return {
    api: apiOf<ProbeApi>((method, args) => call(method, args, closing.signal)),
    requests: log.requests,
    log,
    hold: async (signal) => call('hold', ['never'], signal),
    [Symbol.dispose]: () => closing.abort(new Error('closed')),
  };
}

/** A plain object of a user, for server halves that run beside their clients. */
export class Plain {
  getValue(): number {
    return 0;
  }
  /** Hidden only by TypeScript. */
  protected secret(): string {
    return 'not for clients';
  }
}

/** An interface whose every member is a call by its name, for clients without one. */
export function apiOf<Api>(call: (method: string, args: readonly unknown[]) => unknown): Api {
  const get =
    (_target: object, name: string | symbol) =>
    (...args: unknown[]) =>
      call(String(name), args);
  return new Proxy({}, { get }) as Api;
}
