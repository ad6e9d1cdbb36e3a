/** Everybody may read everything; the sitemap says what there is. */
import type { APIRoute } from 'astro';
import { absoluteTo, addresses, file } from '../exports/addresses.ts';

export const GET: APIRoute = ({ site }) => {
  const map = absoluteTo(site)(addresses.sitemap);
  return file(`User-agent: *\nAllow: /\n\nSitemap: ${map}\n`, 'text/plain');
};
