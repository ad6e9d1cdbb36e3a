import type { Reached } from '../../bench-workers/gate/protocol.ts';

export { messageOf } from '../harness/run/index.ts';

/** What a bench says of a refusal. */
export interface Refused {
  kind: 'refused';
  origin: string;
  /** When it opens again. */
  retryAt: Date;
  /** What was reached, and how many of it there may be; absent where the bench does not say. */
  reached?: Reached;
  limit?: number;
}

/** Why a bench could not be reached. */
export type BenchFailure =
  /** Nothing usable answers at the address. */
  | { kind: 'unreachable'; origin: string; detail: string }
  /** It answers over HTTP, but a WebSocket to it does not open. */
  | { kind: 'blocked'; origin: string; detail: string }
  /** Its limits refuse more connections for now. */
  | Refused;

/** Thrown where a bench cannot be reached. The message is a sentence without a full stop. */
export class BenchFailed extends Error {
  readonly failure: BenchFailure;

  constructor(failure: BenchFailure, options?: ErrorOptions) {
    super(sentenceOf(failure), options);
    this.failure = failure;
  }
}

function sentenceOf(failure: BenchFailure): string {
  const { origin } = failure;
  switch (failure.kind) {
    case 'unreachable':
      return `${origin}: got ${failure.detail}, expected the answer of a bench`;
    case 'blocked':
      return `${origin}: answers over HTTP, but a WebSocket to it does not open: ${failure.detail}`;
    case 'refused':
      return `${origin}: ${refusalWords(failure)}`;
  }
}

const reachedWords: Readonly<Record<Reached, (limit: string) => string>> = {
  sockets: (limit) => `your address has ${limit} sockets open, all that a visitor may have at once`,
  connections: (limit) => `your address has opened ${limit} connections in this minute, all it may`,
  requests: (limit) => `your address has made ${limit} requests in this minute, all it may`,
  objects: (limit) => `your address has used ${limit} objects in this minute, all it may`,
  questions: (limit) => `your address has asked ${limit} times in this minute, all it may`,
  'day-objects': (limit) => `all readers together have used today’s ${limit} objects`,
  'day-messages': (limit) => `all readers together have used today’s ${limit} messages`,
  'day-rows': (limit) => `all readers together have used today’s ${limit} writes to storage`,
  'day-seconds': (limit) =>
    `all readers together have used today’s ${limit} seconds of its objects`,
  'visitor-objects': (limit) => `your address has used its part of today, ${limit} objects`,
  'visitor-messages': (limit) => `your address has used its part of today, ${limit} messages`,
  'visitor-rows': (limit) => `your address has used its part of today, ${limit} writes to storage`,
  'visitor-seconds': (limit) =>
    `your address has used its part of today, ${limit} seconds of objects`,
};

/** What was reached and when it opens again, as a sentence that begins in lower case, without a full stop. */
export function refusalWords({ reached, limit, retryAt }: Refused): string {
  const why =
    reached === undefined || limit === undefined
      ? 'it refuses more connections'
      : reachedWords[reached](limit.toLocaleString('en-GB'));
  return `${why}; it opens again at ${timeOfDay(retryAt)}`;
}

/** What a bench says is reached; undefined for what nobody knows here. */
export function readReached(value: unknown): Reached | undefined {
  return typeof value === 'string' && Object.hasOwn(reachedWords, value)
    ? (value as Reached)
    : undefined;
}

/** A time of day in the reader's zone: `14:32:05`. */
export function timeOfDay(date: Date): string {
  return date.toLocaleTimeString('en-GB');
}
