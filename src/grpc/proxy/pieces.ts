/** The frames of one direction of an HTTP/2 connection, header and payload apart (RFC 9113, 3.4 and 4.1). */

/** What a client sends before its first frame. */
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');

/** Bytes of a frame’s header; the first three say how long its payload is. */
export const HEADER_BYTES = 9;

/** Cuts a direction into its pieces, however it arrives. */
export class Pieces {
  /** Bytes of the piece that comes next, and whether it is a header. */
  #next: { bytes: number; header: boolean };
  #rest: Buffer = Buffer.alloc(0);

  /** @param from whether it begins with a client’s preface */
  constructor(from: 'client' | 'server') {
    this.#next =
      from === 'client'
        ? { bytes: PREFACE.length, header: false }
        : { bytes: HEADER_BYTES, header: true };
  }

  /** @returns the pieces that are whole now */
  push(chunk: Buffer): Buffer[] {
    const whole: Buffer[] = [];
    let rest = Buffer.concat([this.#rest, chunk]);
    while (rest.length >= this.#next.bytes) {
      const { bytes, header } = this.#next;
      const piece = rest.subarray(0, bytes);
      rest = rest.subarray(bytes);
      whole.push(piece);
      const payload = header ? piece.readUIntBE(0, 3) : 0;
      this.#next =
        payload > 0 ? { bytes: payload, header: false } : { bytes: HEADER_BYTES, header: true };
    }
    this.#rest = rest;
    return whole;
  }

  /** What came of a piece that will never be whole. */
  get rest(): Buffer {
    return this.#rest;
  }
}
