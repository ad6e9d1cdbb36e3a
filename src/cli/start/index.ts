/** `npm start`: builds the site and serves it with a working bench beside it. */
import { join } from 'node:path';
import { allowedOrigins } from '../shared/allowed-origins.ts';
import { orReport } from '../shared/args.ts';
import { untilInterrupted } from '../shared/interrupt.ts';
import { buildSite } from '../shared/pages.ts';
import { takePorts } from '../shared/ports.ts';
import { serve } from './serve.ts';

await orReport(async () => {
  const root = process.cwd();
  const { port, pages: siteUrl, bench: benchOrigin } = await takePorts();
  console.error('Building the site …');
  await buildSite(root, { benchOrigin, siteUrl });
  const directory = join(root, 'dist');
  const interrupted = untilInterrupted();
  await serve({ root, directory, port, allowedOrigins: allowedOrigins(siteUrl), interrupted });
  return 0;
});
