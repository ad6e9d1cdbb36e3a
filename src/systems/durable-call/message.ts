/** What a caller's outbox and a callee's inbox say to each other, and how much of it. */

/** `durable`: calls and answers are stored before they are sent. `in-memory`: nothing is. */
export type Mode = 'in-memory' | 'durable';

/** What a call brought: the method's value, or what it threw. */
export type Answer = { value: unknown } | { error: { name: string; message: string } };

/** All calls of one tick to one object. Its idempotency key is `life` and `n`; a call's its place besides. */
export interface CallMessage {
  /** Of the instance that made the calls: no two share it. */
  life: string;
  /** Number of the message among those of its life. */
  n: number;
  /** The caller has the answers to all messages of this life with lower numbers. */
  before: number;
  /** When the caller gives up, in ms since 1970; it sends the message no more after that. */
  deadline: number;
  /** JSON of a list of `[method, args]`; an empty one acknowledges answers and no more. */
  calls: string;
}

export interface AnswerMessage {
  /** JSON of a list with an `Answer` for each call. */
  answers: string;
}

export const limits = {
  /** Calls in a message; a tick with more makes more messages. */
  calls: 1000,
  /** Characters in a row: https://developers.cloudflare.com/durable-objects/platform/limits/ */
  characters: 600_000,
  /** Calls of an outbox that wait for their answers. */
  pending: 10_000,
  /** Messages whose answers an inbox keeps. */
  kept: 10_000,
};
