import { addressOf, jsonError } from '../http.ts';
import { limits } from '../../src/wire/limits.ts';
import type { HttpCall, Offer, Server } from '../server.ts';
import { answerSeconds, type Holder } from './holder.ts';
import { refusalOf } from './socket-guard.ts';
import { Streams } from './streams.ts';

/** Answers that are counted until they are read: shorter ones come and go. */
const COUNTED_BYTES = 65_536;
/** What a part of a body takes beside its bytes, however small it is. */
const CHUNK_BYTES = 256;

/** Answers a request by its library, once it was read and checked; or says within the limits’ time why not. */
export async function answerCall(
  request: Request,
  server: Server,
  offer: Offer,
  kept: Holder,
): Promise<Response> {
  const { arm } = addressOf(request);
  const { promise: late, resolve } = Promise.withResolvers<Response>();
  const seconds = answerSeconds();
  const message = `answer: got none, expected one within ${seconds} seconds`;
  const timer = setTimeout(() => resolve(jsonError(504, 'late', message)), seconds * 1000);
  kept.end = ({ reason }) =>
    resolve(jsonError(503, 'limit', `body: got more than is kept: ${reason}`));
  const answer = async (): Promise<Response> => {
    const call = await readCall(request, server, kept);
    if (call instanceof Response) return call;
    try {
      return (await server.answer?.(call, offer, arm)) ?? unreadableBody('a call over a socket');
    } catch {
      return unreadableBody('a call as its library sends it');
    }
  };
  const answered = await Promise.race([answer(), late]).finally(() => clearTimeout(timer));
  return Streams.is(answered) ? answered : counted(answered, kept);
}

/** Reads a request; the answer to one that passes a limit. */
async function readCall(
  request: Request,
  server: Server,
  kept: Holder,
): Promise<HttpCall | Response> {
  const { arm, base, path } = addressOf(request);
  const { method, signal, url } = request;
  const isGet = method === 'GET';
  const query = server.query === undefined ? null : new URL(url).searchParams.get(server.query);
  const text = isGet ? (query ?? '') : await bodyOf(request, kept);
  if (typeof text !== 'string') return text;
  const check = server.guard?.(arm) ?? (() => undefined);
  const found = text === '' ? undefined : refusalOf(text, check);
  if (found !== undefined) {
    return jsonError(400, 'limit', `body: got one that passes a limit: ${found.reason}`);
  }
  const headers = new Headers({ 'Content-Type': 'application/json' });
  for (const name of server.headers ?? []) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const checked = new Request(url, { method, headers, signal, body: isGet ? null : text });
  return { request: checked, text, base, path };
}

/** The text of a body; the answer to one that is longer than a message may be, whatever it states. */
async function bodyOf(request: Request, kept: Holder): Promise<string | Response> {
  const most = limits.maxMessageBytes;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    kept.add(chunk.byteLength + CHUNK_BYTES);
    if (length > most || kept.isOver) {
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

/** The same answer; a long one counts as kept for its client until that has read it, and is cut short where most is kept for it. */
async function counted(answer: Response, kept: Holder): Promise<Response> {
  // What came with the request has been answered.
  kept.clear();
  if (answer.body === null) return answer;
  let rest = new Uint8Array(await answer.arrayBuffer());
  if (rest.length < COUNTED_BYTES) return new Response(rest, answer);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // An error would leave the connection open, and stand in the log.
      kept.end = () => {
        rest = new Uint8Array();
        controller.close();
      };
      kept.add(rest.length);
    },
    pull(controller) {
      const part = rest.subarray(0, COUNTED_BYTES);
      controller.enqueue(part);
      rest = rest.subarray(COUNTED_BYTES);
      kept.add(-part.length);
      if (rest.length === 0) controller.close();
    },
    cancel: () => kept.close(),
  });
  return new Response(body, answer);
}
