/** The settings that name an origin, read from the environment. */

/**
 * The origin as given, or undefined when it is not set. Anything but a bare http(s) origin stops
 * the build: a path or a trailing slash would otherwise only fail where the pages are read.
 *
 * @param name the setting's name, for the error
 * @param examples what is expected, for the error: `https://example.org`
 */
function parseOrigin(
  name: string,
  value: string | undefined,
  examples: string,
): string | undefined {
  // Continuous integration passes an unset variable as an empty one.
  if (value === undefined || value === '') return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.origin === value) return value;
  throw new Error(
    `${name}: got "${value}", expected an http or https origin without path or trailing slash, ` +
      `such as ${examples}`,
  );
}

// The setting PUBLIC_BENCH_ORIGIN: where the bench answers when it is not the site's own origin.

/** The origin as given, or undefined when the bench answers on the site's own origin. */
export function parseBenchOrigin(value: string | undefined): string | undefined {
  return parseOrigin(
    'PUBLIC_BENCH_ORIGIN',
    value,
    'https://bench.example.org or http://localhost:8788',
  );
}

/** The sources that connect-src needs for an origin: requests and WebSockets. */
export function connectSources(origin: string): string[] {
  return [origin, origin.replace(/^http/, 'ws')];
}

// The setting SITE_URL: the origin that absolute addresses start with.

/** The origin as given, or undefined when it is not set. */
export function parseSiteUrl(value: string | undefined): string | undefined {
  return parseOrigin('SITE_URL', value, 'https://example.org');
}
