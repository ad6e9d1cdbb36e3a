/** `npm start -- --dev`: pages with hot reload, and Workers that start again when their source changes. */
import { once } from 'node:events';
import { join } from 'node:path';
import { dev } from 'astro';
import { context } from 'esbuild';
import { bundleOptions, startBench } from '../shared/bench.ts';
import { keepRunning } from '../shared/keep-running.ts';
import { catchInterrupt } from '../shared/process-end.ts';
import { besidePages, takePorts } from '../shared/ports.ts';

/** Serves until it is interrupted, or until the bench cannot be kept running. */
export async function serveForDevelopment(): Promise<void> {
  const root = process.cwd();
  const { port, pages: siteUrl, bench: benchOrigin } = await takePorts();
  Object.assign(process.env, { PUBLIC_BENCH_ORIGIN: benchOrigin, SITE_URL: siteUrl });
  const interrupted = once(catchInterrupt().signal, 'abort');
  const bench = await startBench({
    root,
    ...besidePages(port),
    onSaid: (text) => process.stderr.write(text),
  });
  let builds = 0;
  const watching = await context({
    ...bundleOptions(root, 'src/libraries/worker.ts', join(root, 'unused.js')),
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
  try {
    await Promise.race([interrupted, keepRunning('Bench', bench)]);
  } finally {
    await Promise.all([pages.stop(), watching.dispose(), bench.stop()]);
  }
}
