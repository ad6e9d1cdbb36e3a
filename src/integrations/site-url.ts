/** The setting SITE_URL: the origin that absolute addresses start with. */
import { parseOrigin } from './origin.ts';

/** The origin as given, or undefined when it is not set. */
export function parseSiteUrl(value: string | undefined): string | undefined {
  return parseOrigin('SITE_URL', value, 'https://example.org');
}
