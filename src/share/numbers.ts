/** Whole numbers as bytes: seven bits in each, the highest bit set in all but the last (LEB128). */

/** @throws RangeError for what is no whole number from 0 to 2^53 − 1 */
export function toBytes(numbers: readonly number[]): number[] {
  return numbers.flatMap((number) => {
    if (!Number.isSafeInteger(number) || number < 0) {
      throw new RangeError(`number: got ${number}, expected a whole one of at least 0`);
    }
    const bytes: number[] = [];
    let rest = number;
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
    return [...bytes, rest];
  });
}

/** Reads numbers one after the other from bytes that nobody vouches for. */
export class NumberReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /**
   * @param what to call the number in messages
   * @throws RangeError where the bytes have ended, and for a number above the most
   */
  next(what: string, most: number): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined) throw new RangeError(`${what}: got the end, expected a number`);
      this.#at += 1;
      value += (byte % 0x80) * factor;
      if (value > most || factor > Number.MAX_SAFE_INTEGER) {
        throw new RangeError(`${what}: got ${value}, expected at most ${most}`);
      }
      if (byte < 0x80) return value;
    }
  }

  /** @throws RangeError where bytes are left */
  end(): void {
    const left = this.#bytes.length - this.#at;
    if (left > 0) throw new RangeError(`the end: got ${left} bytes more, expected none`);
  }
}
