/** Where a bench answers, as somebody writes it down. */

/** The origin that a text names, with a trailing slash or without; undefined where it names more or none. */
export function bareOrigin(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return undefined;
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
