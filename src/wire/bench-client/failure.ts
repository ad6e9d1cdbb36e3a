import type { Refusal } from '../amounts.ts';

export { messageOf } from '../../core/run/index.ts';

/** A refusal of a bench. */
export interface Refused {
  kind: 'refused';
  origin: string;
  /** When it opens again. */
  retryAt: Date;
  /** The limit that was reached, and its number; absent if the bench does not say. */
  reached?: Refusal['reached'];
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

/** The error of a bench that cannot be reached. Its message is a sentence without a full stop. */
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
      return `${origin} does not answer as a benchmark server: ${failure.detail}`;
    case 'blocked':
      return `${origin}: answers over HTTP, but a WebSocket to it does not open: ${failure.detail}`;
    case 'refused':
      return `${origin}: ${refusalWords(failure)}`;
  }
}

/** Each limit in words, with # for its number. */
const reachedWords: Readonly<Record<Refusal['reached'], string>> = {
  sockets: '# sockets are open, all that the server takes at once',
  connections: 'your address has opened # connections in this minute, all it may',
  requests: 'this run has made # requests to one object in this minute, all it may',
  questions: 'your address has asked # times in this minute, all it may',
  'day-objects': 'all readers together have used today’s # objects',
  'day-messages': 'all readers together have used today’s # messages',
  'day-rows': 'all readers together have used today’s # writes to storage',
  'day-seconds': 'all readers together have used today’s # seconds of its objects',
  'visitor-objects': 'your address has used its part of today, # objects',
  'visitor-messages': 'your address has used its part of today, # messages',
  'visitor-rows': 'your address has used its part of today, # writes to storage',
  'visitor-seconds': 'your address has used its part of today, # seconds of objects',
};

/** The limit that was reached and when the bench opens again, as a sentence that begins in lower case, without a full stop. */
export function refusalWords({ reached, limit, retryAt }: Refused): string {
  const why =
    reached === undefined || limit === undefined
      ? 'it refuses more connections'
      : reachedWords[reached].replace('#', limit.toLocaleString('en-GB'));
  return `${why}; it opens again at ${timeOfDay(retryAt)}`;
}

/** The limit that a bench names; undefined for one that is unknown here. */
export function readReached(value: unknown): Refusal['reached'] | undefined {
  return typeof value === 'string' && Object.hasOwn(reachedWords, value)
    ? (value as Refusal['reached'])
    : undefined;
}

/** A time of day in the reader's zone: `14:32:05`. */
export function timeOfDay(date: Date): string {
  return date.toLocaleTimeString('en-GB');
}
