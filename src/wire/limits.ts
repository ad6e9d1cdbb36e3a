/** Limits that the bench enforces on everyone; `/bench/about` states them. */
export const limits = {
  /**
   * Largest message a client may send, in bytes. On a larger one the socket closes with code 1009,
   * or the request is refused with status 413.
   */
  maxMessageBytes: 2 * 1024 * 1024,
  /** What stands in an address in the place of the object. */
  objectId: 'a random UUID (version 4) in lower case',
  /**
   * One message. The largest honest one is 1 MB of text in one value, or a batch of 1,000 calls:
   * ten values each in the wordiest protocol.
   */
  message: {
    /**
     * Arrays and objects within each other. A question sends 10,000 and records how the library answers.
     * `JSON.parse` does not recurse, so the parsers bear it; the service refuses a deeper argument than
     * the libraries' writers bear.
     */
    depth: 10_240,
    /** Commas and opening brackets outside of texts. A batch of 1,000 calls has 11,000. */
    values: 16_384,
    /** Characters of a frame with values beyond JSON. The largest of the studies and questions has 4,710. */
    special: 8192,
    /** Digits of a BigInt, whose conversion takes more than linear time. */
    digits: 1024,
    /** Calls of the service. */
    calls: 1000,
    /** Lines of a batch over HTTP: three for each of 1,000 calls, doubled. */
    lines: 8192,
    /** Characters of a request’s `Sec-WebSocket-Protocol`: an object’s tag has room for 256. */
    subprotocol: 256,
  },
  /** What one message may make the server answer. Twice the largest message: an echo of it, escaped. */
  answer: {
    bytes: 4 * 1024 * 1024,
    /** What each value counts for, in bytes: 65,536 of them are an answer’s most. */
    valueBytes: 64,
  },
  socket: {
    /** Answered and not yet taken by the network: what a reader that does not read may hold, in bytes. */
    queuedBytes: 8 * 1024 * 1024,
    /** Time that a client has to answer a Close before its object is ended, in seconds. */
    closeSeconds: 5,
  },
  /**
   * The thread that all objects of a local bench share. A pass is what happens between two looks of
   * the runtime at all of its sockets: messages that come in one that has lasted so long, in ms,
   * wait for the next. Every so many messages, or ms, a pass is watched.
   */
  time: { passMs: 10, watchEvery: 64, watchEveryMs: 10 },
  /** Longest that a stream may last, in seconds, read or not; and streams of one object at once. */
  streams: { seconds: 20, atOnce: 1024 },
  /**
   * Calls of a client’s function: that one call makes, that wait for their answers in one object, and what
   * each counts for in the answer to a message, in bytes.
   */
  callbacks: { perCall: 100, waiting: 1000, bytes: 1024 },
} as const;

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** True if a text is the id of an object: see {@link limits.objectId}. */
export function isObjectId(text: string): boolean {
  return UUID_V4.test(text);
}

/** Close codes of RFC 6455, section 7.4.1. */
export const closeCodes = {
  normal: 1000,
  goingAway: 1001,
  unsupported: 1003,
  policy: 1008,
  tooBig: 1009,
  tryLater: 1013,
} as const;

/** The fault of a message, as the close of its socket tells it. */
export interface Violation {
  code: number;
  /** At most 123 bytes of JSON, the room of a close reason. */
  reason: string;
  /** The limit that was passed; absent for a message that cannot be read. */
  limit?: string;
}

/** A violation of a limit, which is named by its path in {@link limits}: `message.depth`. */
export function violation(code: number, limit: string, most: number): Violation {
  return { code, limit, reason: JSON.stringify({ error: 'limit', limit, most }) };
}

/** A message that is none of the protocol’s. */
export function unreadable(expected: string): Violation {
  return { code: closeCodes.policy, reason: JSON.stringify({ error: 'unreadable', expected }) };
}

// Checks of values that come from another machine, made before anything is done with them.

/** Characters of a text that an error repeats. */
const LONGEST = 80;

/** A value in the words of an error, however large it is. */
export function valueText(value: unknown): string {
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value === 'function') return 'a function';
  return typeof value === 'string' ? JSON.stringify(value.slice(0, LONGEST)) : String(value);
}

/** @throws RangeError naming the value got and expected */
export function checkWhole(what: string, value: unknown, least: number, most: number): number {
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) {
    return value as number;
  }
  const expected = `expected a whole number from ${least} to ${most}`;
  throw new RangeError(`${what}: got ${valueText(value)}, ${expected}`);
}
