import { addressOf, jsonError } from '../http.ts';
import { limits } from '../../src/wire/limits.ts';
import type { HttpCall, Offer, Server } from '../server.ts';
import { answerSeconds, type Holder } from './holder.ts';
import { violationOf } from './socket-guard.ts';
import { Streams } from './streams.ts';

/** Length from which an answer counts as held until it is read. Shorter ones are soon gone. */
const COUNTED_BYTES = 65_536;
/** Memory that a part of a body takes in addition to its bytes. */
const CHUNK_BYTES = 256;

/** Has the library answer a request, once the request was read and checked. After the limits’ time it answers an error. */
export async function answerCall(
  request: Request,
  server: Server,
  offer: Offer,
  holder: Holder,
): Promise<Response> {
  const { arm } = addressOf(request);
  const { promise: late, resolve } = Promise.withResolvers<Response>();
  const seconds = answerSeconds();
  const message = `answer: got none, expected one within ${seconds} seconds`;
  const timer = setTimeout(() => resolve(jsonError(504, 'late', message)), seconds * 1000);
  holder.end = ({ reason }) =>
    resolve(jsonError(503, 'limit', `body: got more than is held: ${reason}`));
  const answer = async (): Promise<Response> => {
    const call = await readCall(request, server, holder);
    if (call instanceof Response) return call;
    try {
      return (await server.answer?.(call, offer, arm)) ?? unreadableBody('a call over a socket');
    } catch {
      return unreadableBody('a call as its library sends it');
    }
  };
  const answered = await Promise.race([answer(), late]).finally(() => clearTimeout(timer));
  return Streams.is(answered) ? answered : holdUntilRead(answered, holder);
}

/** Reads a request. @returns an answer if it passes a limit */
async function readCall(
  request: Request,
  server: Server,
  holder: Holder,
): Promise<HttpCall | Response> {
  const { arm, base, path } = addressOf(request);
  const { method, signal, url } = request;
  const isGet = method === 'GET';
  const query = server.query === undefined ? null : new URL(url).searchParams.get(server.query);
  const text = isGet ? (query ?? '') : await readBody(request, holder);
  if (typeof text !== 'string') return text;
  const check = server.makeCheck?.(arm) ?? (() => undefined);
  const found = text === '' ? undefined : violationOf(text, check);
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

/** Reads the text of a body. @returns an answer if it is longer than a message may be */
async function readBody(request: Request, holder: Holder): Promise<string | Response> {
  const most = limits.maxMessageBytes;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    holder.add(chunk.byteLength + CHUNK_BYTES);
    if (length > most || holder.isOver) {
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

/** Holds a long answer for its client until the client has read it. The answer is cut short if the client is ended. */
async function holdUntilRead(answer: Response, holder: Holder): Promise<Response> {
  // The request itself is over.
  holder.clear();
  if (answer.body === null) return answer;
  let rest = new Uint8Array(await answer.arrayBuffer());
  if (rest.length < COUNTED_BYTES) return new Response(rest, answer);
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      // An error would leave the connection open, and appear in the log.
      holder.end = () => {
        rest = new Uint8Array();
        controller.close();
      };
      holder.add(rest.length);
    },
    pull(controller) {
      const part = rest.subarray(0, COUNTED_BYTES);
      controller.enqueue(part);
      rest = rest.subarray(COUNTED_BYTES);
      holder.add(-part.length);
      if (rest.length === 0) controller.close();
    },
    cancel: () => holder.close(),
  });
  return new Response(body, answer);
}
