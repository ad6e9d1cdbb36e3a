import { readAbout, type AboutBench } from '../../core/run/index.ts';
import { BenchFailed, messageOf, readReached } from './failure.ts';

/** Longest that one answer of the bench is waited for, in ms. */
const ANSWER_MS = 10_000;
/** Pause the bench asks for after a refusal; its header is hidden from pages of other origins. */
const RETRY_S = 60;

/**
 * Asks the bench what it is.
 *
 * @param origin origin of the bench, without a trailing slash
 * @throws BenchFailed `unreachable` or `refused`; the signal's reason when aborted
 */
export async function askAbout(origin: string, signal?: AbortSignal): Promise<AboutBench> {
  const response = await get(origin, `${origin}/bench/about`, signal);
  if (!response.ok) throw unreachable(origin, `HTTP ${response.status}`);
  try {
    return readAbout(JSON.parse(await textOf(response)));
  } catch (cause) {
    signal?.throwIfAborted();
    throw unreachable(origin, `something else (${messageOf(cause)})`, cause);
  }
}

/** Most that a bench says of itself, in bytes: ten times what this project’s does. */
const MOST_BYTES = 64 * 1024;

/** @throws RangeError where it is longer than a bench has to say, as one that never ends is */
async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
    bytes += part.value.byteLength;
    if (bytes > MOST_BYTES) {
      await reader?.cancel();
      throw new RangeError(`got more than ${MOST_BYTES} bytes, expected at most so many`);
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text;
}

/**
 * Says why a socket to this address did not open, which a browser never tells: a plain GET of
 * the same address is answered with 426, or with 429 when the limits refuse it.
 */
export async function diagnose(
  origin: string,
  address: string,
  detail: string,
  signal: AbortSignal,
): Promise<BenchFailed> {
  try {
    await get(origin, address.replace(/^ws/, 'http'), signal);
    return new BenchFailed({ kind: 'blocked', origin, detail });
  } catch (error) {
    if (error instanceof BenchFailed) return error;
    throw error;
  }
}

function unreachable(origin: string, detail: string, cause?: unknown): BenchFailed {
  return new BenchFailed({ kind: 'unreachable', origin, detail }, { cause });
}

/** @throws BenchFailed where nothing answers, or the limits refuse it; the signal's reason when aborted */
async function get(origin: string, address: string, signal?: AbortSignal): Promise<Response> {
  const timeout = AbortSignal.timeout(ANSWER_MS);
  const response = await fetch(address, {
    cache: 'no-store',
    credentials: 'omit',
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw unreachable(origin, messageOf(cause), cause);
  });
  if (response.status === 429) throw await refusal(origin, response);
  return response;
}

async function refusal(origin: string, response: Response): Promise<BenchFailed> {
  const seconds = Number(response.headers.get('Retry-After') ?? RETRY_S) || RETRY_S;
  const retryAt = new Date(Date.now() + seconds * 1000);
  // What stands in front of a bench may refuse too, in words of its own.
  const body = (await response.json().catch(() => null)) as Record<string, unknown> | null;
  const limit = body?.['limit'];
  return new BenchFailed({
    kind: 'refused',
    origin,
    retryAt,
    reached: readReached(body?.['reached']),
    limit: typeof limit === 'number' ? limit : undefined,
  });
}

// Where a bench answers, as somebody writes it down.

/** The origin that a text names, with a trailing slash or without; undefined where it names more or none. */
export function bareOrigin(text: string): string | undefined {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return undefined;
  }
  if (!/^https?:$/.test(url.protocol)) return undefined;
  const isBare = url.pathname === '/' && url.search === '' && url.hash === '';
  return isBare && url.username === '' && url.password === '' ? url.origin : undefined;
}

/**
 * The origin of a bench that a page may ask: over TLS or on the reader's own machine, since browsers
 * keep secure pages from anything else.
 *
 * @throws RangeError naming the value got and what was expected
 */
export function readBenchOrigin(text: string): string {
  const origin = bareOrigin(text);
  if (origin !== undefined && /^https:|^http:\/\/localhost(:|$)/.test(origin)) return origin;
  throw new RangeError(
    `origin: got "${text}", expected one such as https://bench.example.org or http://localhost:8788, without a path`,
  );
}
