/** Bodies of requests: read to the limit and no further, and refused in words. */
import { jsonError } from '../gate.ts';
import { limits, type Refusal } from '../limits.ts';

/** The text of a body; the answer to one that is longer than a message may be, whatever it states. */
export async function bodyOf(request: Request): Promise<string | Response> {
  const most = limits.maxMessageBytes;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > most) {
      return jsonError(413, 'too-big', `body: got more, expected at most ${most} bytes`);
    }
    chunks.push(chunk);
  }
  return new Blob(chunks).text();
}

/** The answer to a body that passes a limit. */
export function refused({ reason }: Refusal): Response {
  return jsonError(400, 'limit', `body: got one that passes a limit: ${reason}`);
}

/** The answer to a body that is not of the protocol. */
export function unreadableBody(expected: string): Response {
  return jsonError(400, 'unreadable', `body: got one that cannot be read, expected ${expected}`);
}
