/** Every record with all its samples, as the repository holds it, compressed. */
import { existsSync } from 'node:fs';
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
  const file = `content/records/${id}.json`;
  const packed = new URL(`${file}.gz`, root);
  // Launches of a campaign are compressed already.
  const body = existsSync(packed)
    ? await readFile(packed)
    : await compress(await readFile(new URL(file, root)));
  return new Response(new Uint8Array(body), { headers: { 'Content-Type': 'application/gzip' } });
};
