import { readAbout, type AboutBench } from '../harness/run/index.ts';
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
  const failed = (detail: string, cause?: unknown) =>
    new BenchFailed({ kind: 'unreachable', origin, detail }, { cause });
  let response: Response;
  try {
    response = await get(`${origin}/bench/about`, signal);
  } catch (cause) {
    signal?.throwIfAborted();
    throw failed(messageOf(cause), cause);
  }
  if (response.status === 429) throw await refusal(origin, response);
  if (!response.ok) throw failed(`HTTP ${response.status}`);
  try {
    return readAbout(await response.json());
  } catch (cause) {
    signal?.throwIfAborted();
    throw failed(`something else (${messageOf(cause)})`, cause);
  }
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
  let response: Response;
  try {
    response = await get(address.replace(/^ws/, 'http'), signal);
  } catch (cause) {
    signal.throwIfAborted();
    return new BenchFailed({ kind: 'unreachable', origin, detail: messageOf(cause) }, { cause });
  }
  if (response.status === 429) return await refusal(origin, response);
  return new BenchFailed({ kind: 'blocked', origin, detail });
}

function get(address: string, signal?: AbortSignal): Promise<Response> {
  const timeout = AbortSignal.timeout(ANSWER_MS);
  return fetch(address, {
    cache: 'no-store',
    credentials: 'omit',
    signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
  });
}

async function refusal(origin: string, response: Response): Promise<BenchFailed> {
  const seconds = Number(response.headers.get('Retry-After') ?? RETRY_S) || RETRY_S;
  const retryAt = new Date(Date.now() + seconds * 1000);
  // What stands in front of a bench may refuse too, in words of its own.
  const body = (await response.json().catch(() => null)) as Record<string, unknown> | null;
  const [reached, limit] = [readReached(body?.['reached']), body?.['limit']];
  return new BenchFailed({
    ...{ kind: 'refused', origin, retryAt },
    ...(reached !== undefined && typeof limit === 'number' && { reached, limit }),
  });
}
