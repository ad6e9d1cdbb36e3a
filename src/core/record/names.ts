/** Names that records use, apart from their schema, so that a page that only shows results loads no zod. */

/**
 * Where the other ends were: Workers, by what ran them; processes beside the client’s; windows and
 * workers of the page itself. Results of different settings are never compared as if only systems
 * differed.
 */
export const settings = [
  'workerd',
  'wrangler-dev',
  'deployed',
  'preview',
  'processes',
  'page',
] as const;

/** The server’s ways to accept a connection, by their names in records. */
export const acceptModes = ['in-memory', 'hibernating', 'request', 'worker'] as const;

/**
 * A connection that keeps its object in memory, one that lets it sleep, or none at all: every batch is
 * then a request of its own, and there is nothing to open or to lose. Or one that ends in the Worker.
 */
export type AcceptMode = (typeof acceptModes)[number];

/** Id of the arm that runs the reference a second time under another name. */
export const CONTROL = 'control';

/** Ids of libraries from outside of the project. */
export const OUTSIDE_ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Names of oddities of a record. */
export const noticeNames = [
  'clock',
  'drift',
  'two-humps',
  'busy',
  'load-changed',
  // Only an archived result has it.
  'carry-over',
] as const;

/** Reading of a turn: time from a call to the other end’s marker that it begins, in µs. It is the way there and back. */
export const NETWORK = 'network/microseconds';
