/** Explains on every page what its readers may not know. */
import type { MiddlewareHandler } from 'astro';
import { markTerms } from './mark.ts';
import { terms } from './terms.ts';

export const onRequest: MiddlewareHandler = async ({ url }, next) => {
  const answer = await next();
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (!isPage || url.pathname === '/glossary/') return answer;
  return new Response(markTerms(await answer.text(), terms), answer);
};
