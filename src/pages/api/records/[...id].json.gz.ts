/** Every record with all its samples, as the repository holds it, compressed. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { APIRoute, GetStaticPaths } from 'astro';
import { root } from 'astro:config/server';
import { publishedResult, resultIds } from '../../../journal/studies.ts';
import { recordNames } from '../../../results/result.ts';

const compress = promisify(gzip);

export const getStaticPaths = (async () => {
  const results = (await resultIds()).map(publishedResult);
  return results.flatMap(recordNames).map((id) => ({ params: { id } }));
}) satisfies GetStaticPaths;

export const GET: APIRoute = async ({ params: { id = '' } }) => {
  const record = await readFile(new URL(`content/records/${id}.json`, root));
  const headers = { 'Content-Type': 'application/gzip' };
  return new Response(await compress(record), { headers });
};
