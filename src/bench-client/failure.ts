/** Why a bench could not be reached. */
export type BenchFailure =
  /** Nothing usable answers at the address. */
  | { kind: 'unreachable'; origin: string; detail: string }
  /** It answers over HTTP, but a WebSocket to it does not open. */
  | { kind: 'blocked'; origin: string; detail: string }
  /** Its limits refuse more connections until then. */
  | { kind: 'refused'; origin: string; retryAt: Date };

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
      return `${origin}: refuses more connections until ${timeOfDay(failure.retryAt)}`;
  }
}

/**
 * The message of an error with those of its causes, without a full stop:
 * `fetch failed: connect ECONNREFUSED 127.0.0.1:8788`.
 */
export function messageOf(error: unknown): string {
  // Several addresses were tried; each failed alike.
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const own = error.message.replace(/\.$/, '') || error.name;
  return error.cause === undefined ? own : `${own}: ${messageOf(error.cause)}`;
}

/** A time of day in the reader's zone: `14:32:05`. */
export function timeOfDay(date: Date): string {
  return date.toLocaleTimeString('en-GB');
}
