/** What a run and an agent that takes turns for it say to each other. All of it is JSON. */
import type { TurnAsked, TurnTaken } from '../harness/plan/index.ts';

/** What a run asks for on one of its connections, which it numbers. */
export type Asked =
  /**
   * Opens the connection: of an arm, to an other end of this id, for operations of this deadline in ms.
   * What is to be called stands in `target`, where the arm’s id does not say it all.
   */
  | { do: 'open'; arm: string; object: string; deadlineMs: number; target?: unknown }
  | { do: 'prepare'; workload: string }
  | ({ do: 'turn' } & TurnAsked)
  | { do: 'check'; workload: string; done: number };

export type ToAgent =
  | { connection: number; id: number; ask: Asked }
  /** Nobody waits for an answer to that. */
  | { connection: number; close: true };

/** What each of it is answered with. */
export interface Answers {
  open: { extensions: string };
  prepare: null;
  turn: TurnTaken;
  /** What is wrong, or nothing. */
  check: { wrong?: string };
}

export type FromAgent =
  | { connection: number; id: number; value: Answers[keyof Answers] }
  /** It went wrong; `stalled` where nothing came in time. */
  | { connection: number; id: number; error: string; stalled: boolean }
  /** The channel was lost, in a sentence without a full stop. */
  | { connection: number; lost: string };
