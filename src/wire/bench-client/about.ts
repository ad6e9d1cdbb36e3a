import { readAbout, type AboutBench } from '../../core/run/index.ts';
import { BenchFailed, messageOf, readReached } from './failure.ts';

/** Longest that one answer of the bench is waited for, in ms. */
const ANSWER_MS = 10_000;
/** Pause after a refusal without `Retry-After`, which some servers hide from pages of other origins. */
const RETRY_S = 60;

/**
 * Asks a bench what it is.
 *
 * @param origin without a trailing slash
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

/** Longest answer of a bench about itself, in bytes: ten times this project’s. */
const MOST_BYTES = 64 * 1024;

/** @throws RangeError if it is too long, perhaps endless */
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
 * Says why a socket to this address did not open, which browsers never tell. A plain GET of the same address is
 * answered with 426, or with 429 if a limit refuses it.
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

/** @throws BenchFailed if nothing answers or a limit refuses it; the signal’s reason when aborted */
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
  // A server in front of the bench may refuse too, in words of its own.
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

// Origins as people write them.

/** The origin that a text names, with or without a slash; undefined if it names more or none. */
export function bareOrigin(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, href } = new URL(text);
  return /^https?:$/.test(protocol) && href === `${origin}/` ? origin : undefined;
}

/**
 * The origin of a bench that a page may ask. Browsers let secure pages ask only over TLS, or the reader’s own machine.
 *
 * @throws RangeError naming the value got and expected
 */
export function readBenchOrigin(text: string): string {
  const origin = bareOrigin(text);
  if (origin !== undefined && /^https:|^http:\/\/localhost(:|$)/.test(origin)) return origin;
  throw new RangeError(
    `origin: got "${text}", expected one such as https://bench.example.org or http://localhost:8788, without a path`,
  );
}
