import { readAbout, type AboutBench } from '../../harness/environment.ts';

/** Longest that one answer is waited for, in ms. */
const ANSWER_MS = 10_000;

/**
 * Asks a bench what it is.
 *
 * @throws Error naming the origin and what came instead of an answer
 */
export async function askAbout(origin: string, signal?: AbortSignal): Promise<AboutBench> {
  const timeout = AbortSignal.timeout(ANSWER_MS);
  let body: unknown;
  try {
    const response = await fetch(`${origin}/bench/about`, {
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    body = await response.json();
  } catch (cause) {
    signal?.throwIfAborted();
    throw new Error(`${origin}: got ${reasonOf(cause)}, expected the answer of a bench`, { cause });
  }
  return readAbout(body);
}

/** What lies behind `fetch failed`: `connect ECONNREFUSED 127.0.0.1:8788`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof AggregateError) return reasonOf(cause.errors[0]);
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
