/** `npm run dev`: pages with hot reload, and Workers that start again when their source changes. */
import { join } from 'node:path';
import { dev } from 'astro';
import { context } from 'esbuild';
import { bundleOptions, startBench } from '../shared/bench.ts';
import { untilInterrupted } from '../shared/interrupt.ts';
import { expectFree, readPort } from '../shared/ports.ts';

try {
  const root = process.cwd();
  const port = readPort(process.env['PORT']);
  await expectFree(port);
  await expectFree(port + 1);
  process.env['PUBLIC_BENCH_ORIGIN'] = `http://localhost:${port + 1}`;
  process.env['SITE_URL'] = `http://localhost:${port}`;
  const interrupted = untilInterrupted();
  const bench = await startBench({
    root,
    port: port + 1,
    allowedOrigins: [`http://localhost:${port}`],
  });
  let builds = 0;
  const watching = await context({
    ...bundleOptions(root, 'bench-workers/worker.ts', join(root, 'unused.js')),
    write: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'restart',
        setup: (build) =>
          build.onEnd(async ({ errors }) => {
            builds += 1;
            // The first build is what already runs; a broken one leaves the last good one running.
            if (builds === 1 || errors.length > 0) return;
            await bench.restart();
            console.log(`Bench: started again at ${bench.origin}`);
          }),
      },
    ],
  });
  await watching.watch();
  const pages = await dev({ root, server: { port, host: 'localhost' } });
  console.log(`Bench: ${bench.origin}`);
  await interrupted;
  await Promise.all([pages.stop(), watching.dispose(), bench.stop()]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
