/** Messages in gRPC’s framing: a byte of flags, four of length, the message. */

/** Bytes before each message. */
export const PREFIX_BYTES = 5;

/** Ends a direction over bare TCP, which has no other end of a stream than its own. */
export const END = Buffer.from([0x80, 0, 0, 0, 0]);

const NOTHING = Buffer.alloc(0);

/** A message with its prefix, not compressed. */
export function prefixed(message: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(PREFIX_BYTES + message.length);
  framed[0] = 0;
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, PREFIX_BYTES);
  return framed;
}

/** Finds messages in bytes that come cut anywhere. */
export class Unprefixed {
  readonly #take: (message: Buffer | 'end') => void;
  #rest: Buffer = NOTHING;

  /** @param take is handed each whole message without its prefix, and each {@link END} */
  constructor(take: (message: Buffer | 'end') => void) {
    this.#take = take;
  }

  /** @returns what comes after an {@link END}, which is not looked at; empty where none came */
  push(chunk: Buffer): Buffer {
    let rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = NOTHING;
    while (rest.length >= PREFIX_BYTES) {
      const end = PREFIX_BYTES + rest.readUInt32BE(1);
      if (rest.length < end) break;
      const message = rest.subarray(PREFIX_BYTES, end);
      const isEnd = rest[0] === END[0];
      rest = rest.subarray(end);
      this.#take(isEnd ? 'end' : message);
      if (isEnd) return rest;
    }
    this.#rest = rest;
    return NOTHING;
  }
}
