/** The settings that name an origin, read from the environment. */

/**
 * The origin as given, or undefined when it is not set. Anything but a bare http(s) origin stops
 * the build: a path or a trailing slash would otherwise only fail where the pages are read.
 *
 * @param name the setting's name, for the error
 * @param examples what is expected, for the error: `https://example.org`
 */
export function parseOrigin(
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
