import { readAbout, type AboutBench } from '../../../harness/environment.ts';
import { messageOf, RunFailed } from '../failures.ts';

/** Longest that one answer of the bench is waited for, in ms. */
const ANSWER_MS = 10_000;
/** Pause the bench asks for after a refusal; its header is hidden from pages of other origins. */
const RETRY_S = 60;

/**
 * Asks the bench what it is.
 *
 * @throws RunFailed `unreachable` or `refused`; the signal's reason when aborted.
 */
export async function askAbout(origin: string, signal: AbortSignal): Promise<AboutBench> {
  const failed = (detail: string, cause?: unknown) =>
    new RunFailed({ kind: 'unreachable', origin, detail }, { cause });
  let response: Response;
  try {
    response = await get(`${origin}/bench/about`, signal);
  } catch (cause) {
    signal.throwIfAborted();
    throw failed(messageOf(cause), cause);
  }
  if (response.status === 429) throw refusal(origin, response);
  if (!response.ok) throw failed(`its address answers with HTTP ${response.status}`);
  try {
    return readAbout(await response.json());
  } catch (cause) {
    signal.throwIfAborted();
    throw failed('what answers there is no bench', cause);
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
): Promise<RunFailed> {
  let response: Response;
  try {
    response = await get(address.replace(/^ws/, 'http'), signal);
  } catch (cause) {
    signal.throwIfAborted();
    return new RunFailed({ kind: 'unreachable', origin, detail: messageOf(cause) }, { cause });
  }
  if (response.status === 429) return refusal(origin, response);
  return new RunFailed({ kind: 'blocked', origin, detail });
}

function get(address: string, signal: AbortSignal): Promise<Response> {
  return fetch(address, {
    cache: 'no-store',
    credentials: 'omit',
    signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
  });
}

function refusal(origin: string, response: Response): RunFailed {
  const seconds = Number(response.headers.get('Retry-After') ?? RETRY_S) || RETRY_S;
  return new RunFailed({
    kind: 'refused',
    origin,
    retryAt: new Date(Date.now() + seconds * 1000),
  });
}
