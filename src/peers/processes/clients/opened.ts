import type { Meter } from '../../../harness/plan/index.ts';
import type { Child } from '../child.ts';
import type { ServedOperations } from '../operations.ts';

/** The caller’s end of a channel. */
export interface Opened {
  operations: ServedOperations;
  /** What those of its messages begin with that ask for nothing. */
  aside?: string;
  /** Closes it; calls still pending are rejected. Never throws. The process is ended by who started it. */
  close(): void;
}

/** Opens the caller’s end to a process that serves. A contestant from outside is told which of its arms. */
export type Open = (child: Child, meter: Meter, arm: string) => Promise<Opened>;
/** Opens both ends within this process. */
export type OpenWithin = (meter: Meter) => Promise<Opened>;
