/** `npm start`: builds the site and serves it with a working bench beside it. */
import { allowedOrigins } from '../shared/allowed-origins.ts';
import { orReport } from '../shared/args.ts';
import { catchInterrupt, whenNpmIsKilled } from '../shared/interrupt.ts';
import { buildAndServe } from '../shared/pages.ts';
import { takePorts } from '../shared/ports.ts';
import { serve } from './serve.ts';

await orReport(async () => {
  const root = process.cwd();
  const { port, pages: siteUrl, bench: benchOrigin } = await takePorts();
  const signal = AbortSignal.any([catchInterrupt(() => undefined).signal, await whenNpmIsKilled()]);
  const startPages = () => {
    console.error('Building the site …');
    return buildAndServe(root, { port, benchOrigin, signal });
  };
  await serve({ root, port, allowedOrigins: allowedOrigins(siteUrl), startPages, signal });
  return 0;
});
