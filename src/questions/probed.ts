/** How a system is asked: what its folder says for the questions, and what several systems share of that. */
import type { Link } from '../links/link.ts';
import { logRequests } from '../links/traffic.ts';
import type { BenchKit, Connection, Posted, ProbeApi, Run } from './kit.ts';

/** What its `questions.ts` exports as `probed`. */
export interface BenchProbed {
  /** Why questions cannot be asked of it, by their ids or those of their subjects: `{ 'errors values-map': 'It …' }`. */
  skipped?: Readonly<Record<string, string>>;
  /**
   * Questions that it is known to fail, by their subjects: `{ values: 'map set' }` for `values-map` and
   * `values-set`. A test names every answer that is not as expected.
   */
  fails: Readonly<Record<string, string>>;
  /** Code for questions that the code for all does not fit, by their ids. */
  own?: Readonly<Record<string, Run>>;
  /** Ids of questions whose code for it is `own` of its `questions-node.ts`: no browser can ask them. */
  inNode?: readonly string[];
  /** Its clients of the object that a link leads to. */
  open: (link: Link) => Omit<BenchKit, 'system' | 'link'>;
}

/** What is skipped of a library that passes data alone. */
export const noReferences = {
  'disposal-reference disposal-connection':
    'It passes no object by reference, so there is none to give up.',
  'security-guess': 'It passes no object by reference.',
} as const;

/** The same of one whose calls are requests of plain JSON, each by itself. */
export const plainRequests = {
  fails: {
    values:
      'undefined numbers minus-zero bigint date regexp map set bytes typed-arrays cycle alias error url blob stream',
    pipelining: 'chain property argument map',
    references: 'function-result function-inside callback object',
    direction: 'symmetric push progress stream',
    batching: 'frames round-trip',
    transports: 'http-batch http-chain workers-rpc',
  },
  skipped: {
    'batching-order': 'Each call is a request of its own, which nothing orders.',
    'loss-told disposal-closes': 'Nothing is open between two requests.',
    'loss-reconnect loss-resume': 'Nothing is open on which it could listen.',
    hibernation: 'It has no socket that could outlive its object.',
    'disposal-reference disposal-connection':
      'JSON passes no object by reference, so there is none to give up.',
  },
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

/** Ids of the questions that a library is known to fail. */
export function failedBy({ fails }: Pick<BenchProbed, 'fails'>): string[] {
  return Object.entries(fails).flatMap(([subject, names]) =>
    names.split(' ').map((name) => `${subject}-${name}`),
  );
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
  own?: Readonly<Record<string, Run>>;
  /** Serves the sum of two numbers in Node, and asks it for that of 2 and 3 by the system’s client. */
  sumOverNode?: () => Promise<unknown>;
}

/** An object as a user of a library would serve it, where the server half of the library runs beside its client. */
export class Plain {
  getValue(): number {
    return 0;
  }
  /** For TypeScript alone: nothing hides it at run time. */
  protected secret(): string {
    return 'not for clients';
  }
}

/** An interface whose every member is a call by its name: for clients that have none of their own. */
export function apiOf<Api>(call: (method: string, args: readonly unknown[]) => unknown): Api {
  const get =
    (_target: object, name: string | symbol) =>
    (...args: unknown[]) =>
      call(String(name), args);
  return new Proxy({}, { get }) as Api;
}
