/** The part of a system’s folder for the questions, and code that several systems share for it. */
import type { Link } from '../../wire/links/link.ts';
import { logRequests } from '../../wire/links/traffic.ts';
import type { BenchKit, Code, Connection, Posted, ProbeApi, Run } from './client-kit.ts';

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

/** Questions that a library skips which passes only data. */
export const noReferences = {
  'disposal-reference disposal-connection disposal-throws':
    'It passes no object by reference, so there is none to give up.',
  'security-guess': 'It passes no object by reference.',
} as const;

/** Questions that a library skips whose calls are single requests of plain JSON. */
export const plainRequests = {
  'batching-order': 'Each call is a request of its own, which nothing orders.',
  'loss-told disposal-closes': 'Nothing is open between two requests.',
  'loss-reconnect loss-resume': 'Nothing is open on which it could listen.',
  hibernation: 'It has no socket that could outlive its object.',
  'disposal-reference disposal-connection disposal-throws':
    'JSON passes no object by reference, so there is none to give up.',
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
