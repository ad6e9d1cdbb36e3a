import { jsonError } from '../http.ts';
import { limits } from '../limits.ts';
import { type Check, checkText } from './socket-guard.ts';

/**
 * The text that a request carries, once it was checked; the answer to one that passes a limit.
 *
 * @param parameter of the query that a GET carries it in, in place of a body
 */
export async function textOf(
  request: Request,
  check: Check | undefined,
  parameter?: string,
): Promise<string | Response> {
  const isQuery = parameter !== undefined && request.method === 'GET';
  const { searchParams } = new URL(request.url);
  const text = isQuery ? (searchParams.get(parameter) ?? '') : await bodyOf(request);
  const found = typeof text === 'string' ? checkText(text, check) : undefined;
  if (found === undefined) return text;
  return jsonError(400, 'limit', `body: got one that passes a limit: ${found.reason}`);
}

/** The text of a body; the answer to one that is longer than a message may be, whatever it states. */
async function bodyOf(request: Request): Promise<string | Response> {
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
