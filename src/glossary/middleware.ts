/** Explains on every page the words that its readers may not know. */
import type { MiddlewareHandler } from 'astro';
import { getCollection } from 'astro:content';
import { markTerms, type Term } from './mark.ts';

/** The terms, in the order of `content/glossary.yaml`, which is that of the alphabet. */
export async function readTerms(): Promise<Term[]> {
  const terms = (await getCollection('glossary')).map(({ id, data }) => ({ id, ...data }));
  return terms.sort((one, other) => one.name.localeCompare(other.name));
}

export const onRequest: MiddlewareHandler = async ({ url }, next) => {
  const answer = await next();
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') ?? false;
  if (!isPage || url.pathname === '/glossary/') return answer;
  return new Response(markTerms(await answer.text(), await readTerms()), answer);
};
