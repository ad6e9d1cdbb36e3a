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

/**
 * An answer, or one that says that there is none in time: a request may ask for what its own client
 * would have to answer first. Rejections are for the caller.
 */
export async function inTime(answer: Promise<Response>, seconds: number): Promise<Response> {
  const { promise: late, resolve } = Promise.withResolvers<Response>();
  const message = `answer: got none, expected one within ${seconds} seconds`;
  const timer = setTimeout(() => resolve(jsonError(504, 'late', message)), seconds * 1000);
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
