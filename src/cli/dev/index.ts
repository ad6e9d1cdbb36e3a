/** `npm run dev`: pages with hot reload, and Workers that start again when their source changes. */
import { once } from 'node:events';
import { join } from 'node:path';
import { dev } from 'astro';
import { context } from 'esbuild';
import { runCommand } from '../shared/args.ts';
import { bundleOptions, startBench } from '../shared/bench.ts';
import { keepRunning } from '../shared/keep-running.ts';
import { catchInterrupt } from '../shared/process-end.ts';
import { besidePages, takePorts } from '../shared/ports.ts';

const command = {
  usage: ['npm run dev'],
  about: `Serves pages that reload when their source changes, and a bench that starts again when its own does.
PORT=9000 serves pages at 9000 and the bench at 9001.`,
  flags: {},
};

await runCommand(command, async () => {
  const root = process.cwd();
  const { port, pages: siteUrl, bench: benchOrigin } = await takePorts();
  Object.assign(process.env, { PUBLIC_BENCH_ORIGIN: benchOrigin, SITE_URL: siteUrl });
  const interrupted = once(catchInterrupt().signal, 'abort');
  const bench = await startBench({
    ...{ root, ...besidePages(port), onSaid: (text) => process.stderr.write(text) },
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
  return 0;
});
// A server that is just being started again would keep this process alive.
process.exit();
