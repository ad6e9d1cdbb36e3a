/** The settings that name an address, read from the environment. */

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

/**
 * Address of the repository, which links for reports start with; undefined when it is not set.
 *
 * @throws Error for anything but an https address without query and without a slash at the end
 */
export function parseRepositoryUrl(value: string | undefined): string | undefined {
  if (value === undefined || value === '') return undefined;
  if (/^https:\/\/[\w.-]+(:\d+)?(\/[\w.-]+){2}$/.test(value)) return value;
  throw new Error(
    `PUBLIC_REPOSITORY_URL: got "${value}", expected the https address of a repository without a ` +
      'slash at the end, such as https://github.com/owner/name',
  );
}

/**
 * Number of the pull request that a build is a preview of; undefined when it is none.
 *
 * @throws Error for anything but a whole number
 */
export function parsePreview(value: string | undefined): number | undefined {
  if (value === undefined || value === '') return undefined;
  if (/^[1-9]\d{0,7}$/.test(value)) return Number(value);
  throw new Error(`PUBLIC_PREVIEW: got "${value}", expected the number of a pull request`);
}

/** The sources that connect-src needs for an origin: requests and WebSockets. */
export function connectSources(origin: string): string[] {
  return [origin, origin.replace(/^http/, 'ws')];
}
