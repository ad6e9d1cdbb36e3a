import type { End } from '../ends.ts';
import type { WindowOperations } from '../operations.ts';

/** One system’s client half over what it calls through. */
export interface Client {
  operations: WindowOperations;
  /** Lets go of what the library holds; whoever made the end ends it. */
  close(): void;
}

/** What each file beside this one exports. */
export type OpenClient = (end: End) => Client;
