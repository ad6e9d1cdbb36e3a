/** `npm start`: builds the site and serves it with a working bench beside it. */
import { join } from 'node:path';
import { allowedOrigins } from '../shared/allowed-origins.ts';
import { orReport } from '../shared/args.ts';
import { startBench } from '../shared/bench.ts';
import { untilInterrupted } from '../shared/interrupt.ts';
import { buildSite, startPages } from '../shared/pages.ts';
import { takePorts } from '../shared/ports.ts';

await orReport(async () => {
  const root = process.cwd();
  const { port, pages: siteUrl, bench: benchOrigin } = await takePorts();
  console.error('Building the site …');
  await buildSite(root, { benchOrigin, siteUrl });
  const interrupted = untilInterrupted();
  const bench = await startBench({ root, port: port + 1, allowedOrigins: allowedOrigins(siteUrl) });
  const pages = await startPages(join(root, 'dist'), port);
  console.log(`Pages: ${pages.origin}`);
  console.log(`Bench: ${bench.origin}`);
  console.log('Ctrl-C stops both.');
  await interrupted;
  await Promise.all([pages.stop(), bench.stop()]);
  return 0;
});
