/** The script that pages elsewhere load, at an address that never changes. */
import type { APIRoute } from 'astro';
import { transform } from 'esbuild';
import source from '../islands/embed/outside.ts?raw';

export const GET: APIRoute = async () => {
  const { code } = await transform(source, { loader: 'ts', target: 'es2022', minify: true });
  return new Response(code, { headers: { 'Content-Type': 'text/javascript; charset=utf-8' } });
};
