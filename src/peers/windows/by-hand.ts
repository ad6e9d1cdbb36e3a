import type { peerMethods } from '../service.ts';

/** What the baseline’s client sends. The id of a question is in its answer; that of a `make` names the counter. */
export type ToHost =
  | {
      type: 'call';
      id: number;
      method: Exclude<(typeof peerMethods)[number], 'callBack'>;
      args: unknown[];
    }
  | { type: 'callBack'; id: number; count: number }
  | { type: 'transfer'; id: number; buffer: ArrayBuffer }
  | { type: 'make'; id: number; start: number }
  | { type: 'add'; id: number; counter: number; amount: number }
  | { type: 'read'; id: number; counter: number }
  /** Asks for no answer. */
  | { type: 'release'; counter: number };

/** What comes back. */
export type FromHost =
  | { type: 'answer'; id: number; value: unknown }
  | { type: 'failed'; id: number; error: unknown }
  /** The function that went along with a call is called. */
  | { type: 'called'; id: number; index: number };
