/** The setting PUBLIC_BENCH_ORIGIN: where the bench answers when it is not the site's own origin. */

/**
 * The origin as given, or undefined when the bench answers on the site's own origin.
 * Anything but a bare http(s) origin stops the build: a path or a trailing slash would
 * otherwise only fail in a reader's browser, as a blocked connection.
 */
export function parseBenchOrigin(value: string | undefined): string | undefined {
  // Continuous integration passes an unset variable as an empty one.
  if (value === undefined || value === '') return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.origin === value) return value;
  throw new Error(
    `PUBLIC_BENCH_ORIGIN: got "${value}", expected an http or https origin without path or ` +
      'trailing slash, such as https://bench.example.org or http://localhost:8788',
  );
}

/** The sources that connect-src needs for an origin: requests and WebSockets. */
export function connectSources(origin: string): string[] {
  return [origin, origin.replace(/^http/, 'ws')];
}
