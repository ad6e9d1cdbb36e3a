/** Limits that the bench enforces on everyone; `/bench/about` states them. */
export const limits = {
  /**
   * Largest message a client may send, in bytes. On a larger one the socket closes with code 1009,
   * or the request is refused with status 413.
   */
  maxMessageBytes: 2 * 1024 * 1024,
  /** What stands in an address in the place of the object. */
  objectId: 'a random UUID (version 4) in lower case',
} as const;

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Whether a text is the id of an object: see {@link limits.objectId}. */
export function isObjectId(text: string): boolean {
  return UUID_V4.test(text);
}

/** Code with which a socket closes when a message is too big (RFC 6455, section 7.4.1). */
export const TOO_BIG = 1009;

/** Whether a message passes the limit. Texts count as UTF-16 here, a quarter of the work of encoding them. */
export function tooBig(message: string | ArrayBuffer): boolean {
  const size = typeof message === 'string' ? message.length : message.byteLength;
  return size > limits.maxMessageBytes;
}
