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

/** How often what says nothing is sent, in ms: only what is sent finds that nobody reads. */
const STILL_HERE_MS = 2000;
/** What says nothing between two lines of an answer that goes on, by the beginning of its type: events, and JSON in lines. */
const STILL_HERE: ReadonlyArray<readonly [type: string, bytes: Uint8Array]> = [
  ['text/event-stream', new TextEncoder().encode(':\n')],
  ['application/jsonl', new TextEncoder().encode(' ')],
];
const LINE_BREAK = 0x0a;

const stillHereOf = (answer: Response): Uint8Array | undefined => {
  const got = answer.headers.get('Content-Type') ?? '';
  return STILL_HERE.find(([type]) => got.startsWith(type))?.[1];
};

/** Answers that go on when their requests are answered, each until its end or that of its object. */
export class Streams {
  /** What ends each that is open. */
  readonly #open = new Set<() => void>();

  get size(): number {
    return this.#open.size;
  }

  /** Whether an answer goes on: what a library sends as events, or call by call. Others have their whole body at once. */
  static is(answer: Response): answer is Response & { body: ReadableStream<Uint8Array> } {
    return answer.body !== null && stillHereOf(answer) !== undefined;
  }

  /** @param onEnd is called once, when it is over or its reader is gone */
  pass(answer: Response & { body: ReadableStream<Uint8Array> }, onEnd: () => void): Response {
    const body: ReadableStream<Uint8Array> = answer.body;
    const reader = body.getReader();
    const finish = () => {
      if (!this.#open.delete(end)) return;
      clearInterval(timer);
      // A library may wait for its next event before it hears of that.
      reader.cancel().catch(() => undefined);
      onEnd();
    };
    let end = finish;
    let stillHere = (): void => undefined;
    let isBetweenLines = true;
    const nothing = stillHereOf(answer);
    const timer = setInterval(() => stillHere(), STILL_HERE_MS);
    const passed = new ReadableStream<Uint8Array>({
      start: (controller) => {
        end = () => {
          controller.close();
          finish();
        };
        this.#open.add(end);
        stillHere = () => {
          if (isBetweenLines) controller.enqueue(nothing);
        };
      },
      async pull(controller) {
        const { done, value } = await reader.read().catch((error: unknown) => {
          finish();
          throw error;
        });
        if (done) return end();
        isBetweenLines = value.at(-1) === LINE_BREAK;
        controller.enqueue(value);
      },
      cancel: finish,
    });
    return new Response(passed, answer);
  }

  /** Ends all of them. */
  end(): void {
    for (const end of this.#open) end();
  }
}
