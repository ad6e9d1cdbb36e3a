/** Limits that the bench enforces on everyone; `/bench/about` states them. */
export const limits = {
  /** Largest message of a client, in bytes. A larger one closes the socket with code 1009, or gets status 413. */
  maxMessageBytes: 2 * 1024 * 1024,
  /** The form of an object’s id in an address. */
  objectId: 'a random UUID (version 4) in lower case',
  /** One message. The largest honest one is a text of 1 MB, or 1,000 calls of at most ten values each. */
  message: {
    /**
     * Arrays and objects within each other. A question sends 10,000, which `JSON.parse` reads without recursion.
     * The service refuses arguments that are too deep for the libraries’ writers.
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
  /** Answers to one message. The most is twice the largest message: an echo of it, escaped. */
  answer: {
    bytes: 4 * 1024 * 1024,
    /** Bytes that each value counts for: an answer may have 65,536 values. */
    valueBytes: 64,
  },
  socket: {
    /** Bytes that were answered and not yet taken by the network, because the client does not read. */
    queuedBytes: 8 * 1024 * 1024,
    /** Time that a client has to answer a Close before its object is ended, in seconds. */
    closeSeconds: 5,
  },
  /**
   * The thread that all objects of a local bench share. A pass is the time between two looks of the runtime at all
   * sockets. Messages wait for the next pass if this one has lasted `passMs`. Some passes are watched for that.
   */
  time: { passMs: 10, watchEvery: 64, watchEveryMs: 10 },
  /** Longest that a stream may last, in seconds, read or not; and streams of one object at once. */
  streams: { seconds: 20, atOnce: 1024 },
  /** Calls of a client’s function: most of one call, most that wait in one object, and bytes that each counts for. */
  callbacks: { perCall: 100, waiting: 1000, bytes: 1024 },
} as const;

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

/** The violation of a message of another form. */
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
