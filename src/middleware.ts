/** Lets the long words of every page break where they may. */
import { defineMiddleware } from 'astro:middleware';
import { withBreaks } from './results/tables/html.ts';

export const onRequest = defineMiddleware(async (_context, next) => {
  const response = await next();
  if (!response.headers.get('Content-Type')?.startsWith('text/html')) return response;
  return new Response(withBreaks(await response.text()), response);
});
