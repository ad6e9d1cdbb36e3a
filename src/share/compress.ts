/** Bytes to characters that an address may hold, and back: zlib, which ends with a checksum, in base64url. */

/** Most that a packed text may grow to, in bytes: what grows further was made to fill the memory. */
export const MOST_BYTES = 256 * 1024;

export async function compress(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return toBase64Url(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/**
 * What {@link compress} was given.
 *
 * @throws RangeError for a text that it did not make, and for what grows beyond {@link MOST_BYTES}
 */
export async function expand(text: string): Promise<Uint8Array> {
  const packed = new Blob([fromBase64Url(text)]).stream();
  const reader = packed.pipeThrough(new DecompressionStream('deflate')).getReader();
  const bytes = new Uint8Array(MOST_BYTES);
  let length = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      if (length + read.value.length > MOST_BYTES) {
        await reader.cancel();
        length = Infinity;
        break;
      }
      bytes.set(read.value, length);
      length += read.value.length;
    }
  } catch (cause) {
    throw new RangeError(
      `got ${text.length} characters that do not unpack, expected all of a link as it was copied`,
      { cause },
    );
  }
  if (length <= MOST_BYTES) return bytes.subarray(0, length);
  throw new RangeError(`got more than ${MOST_BYTES} bytes in it, expected the few of a result`);
}

function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const wrong = /[^\w-]/.exec(text)?.[0];
  if (wrong !== undefined) {
    throw new RangeError(`got the character ${JSON.stringify(wrong)}, expected letters and digits`);
  }
  const refuse = () => new RangeError(`got ${text.length} characters, expected no part to be lost`);
  let binary: string;
  try {
    binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    throw refuse();
  }
  const bytes = Uint8Array.from(binary, (each) => each.charCodeAt(0));
  // The last character has bits that say nothing: another one there is no copy either.
  if (toBase64Url(bytes) !== text) throw refuse();
  return bytes;
}
