/** The settings that name an origin, read from the environment. */

/**
 * The origin as given, or undefined when it is not set. Anything but a bare http(s) origin stops
 * the build: a path or a trailing slash would otherwise only fail where the pages are read.
 */
function originReader(name: string, examples: string) {
  return (value: string | undefined): string | undefined => {
    // Continuous integration passes an unset variable as an empty one.
    if (value === undefined || value === '') return undefined;
    const url = URL.canParse(value) ? new URL(value) : undefined;
    if (url && /^https?:$/.test(url.protocol) && url.origin === value) return value;
    throw new Error(
      `${name}: got "${value}", expected an http or https origin without path or trailing slash, ` +
        `such as ${examples}`,
    );
  };
}

/** Where the bench answers; undefined when that is the site's own origin. @throws Error for no origin */
export const parseBenchOrigin = originReader(
  'PUBLIC_BENCH_ORIGIN',
  'https://bench.example.org or http://localhost:8788',
);

/** The origin that absolute addresses start with; undefined when it is not set. @throws Error for no origin */
export const parseSiteUrl = originReader('SITE_URL', 'https://example.org');

/** The sources that connect-src needs for an origin: requests and WebSockets. */
export function connectSources(origin: string): string[] {
  return [origin, origin.replace(/^http/, 'ws')];
}
