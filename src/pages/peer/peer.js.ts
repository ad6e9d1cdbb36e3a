/**
 * The called side of the study of windows and workers, one classic script: a frame of an opaque origin
 * may load it, which a module it may not without CORS.
 */
import { join } from 'node:path';
import type { APIRoute } from 'astro';
import { build } from 'esbuild';
import { systemsHere } from '../../libraries/systems/index.ts';
import { file } from '../../site/exports/addresses.ts';
import { SYNTAX } from '../../site/islands/oldest-browsers.ts';

export const GET: APIRoute = async () => {
  const { outputFiles } = await build({
    entryPoints: [join(process.cwd(), 'src/wire/windows/peer.ts')],
    inject: [join(process.cwd(), 'src/site/islands/missing-builtins.ts')],
    bundle: true,
    // Of optional packages those that are installed, each by the id of its system.
    conditions: ['module', ...systemsHere.flatMap(({ id, needs }) => (needs ? [id] : []))],
    format: 'iife',
    minify: true,
    target: SYNTAX,
    write: false,
  });
  return file(outputFiles[0]?.text ?? '', 'text/javascript');
};
