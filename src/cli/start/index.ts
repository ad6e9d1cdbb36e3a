/** `npm start`: builds the site and serves it with a working bench beside it. */
import { join } from 'node:path';
import { startBench } from '../shared/bench.ts';
import { untilInterrupted } from '../shared/interrupt.ts';
import { buildSite, startPages } from '../shared/pages.ts';
import { expectFree, readPort } from '../shared/ports.ts';

try {
  const root = process.cwd();
  const port = readPort(process.env['PORT']);
  await expectFree(port);
  await expectFree(port + 1);
  console.error('Building the site …');
  const siteUrl = `http://localhost:${port}`;
  await buildSite(root, { benchOrigin: `http://localhost:${port + 1}`, siteUrl });
  const interrupted = untilInterrupted();
  const bench = await startBench({
    root,
    port: port + 1,
    allowedOrigins: [siteUrl],
  });
  const pages = await startPages(join(root, 'dist'), port);
  console.log(`Pages: ${pages.origin}`);
  console.log(`Bench: ${bench.origin}`);
  console.log('Ctrl-C stops both.');
  await interrupted;
  await Promise.all([pages.stop(), bench.stop()]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
