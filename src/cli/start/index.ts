/** `npm start`: builds the site and serves it with a working bench beside it; with `--dev` it reloads what changes. */
import { once } from 'node:events';
import { join } from 'node:path';
import { runCommand, say } from '../shared/args.ts';
import { bundleOptions, startBench } from '../shared/bench.ts';
import { buildSite, startPages } from '../shared/pages.ts';
import { catchInterrupt, temporaryFolder } from '../shared/process-end.ts';
import { besidePages, takePorts } from '../shared/ports.ts';

const command = {
  usage: ['npm start', 'npm start -- --dev'],
  about: `Builds the site and serves it with a bench beside it. Ctrl-C stops both.
PORT=9000 serves pages at 9000 and the bench at 9001.`,
  flags: {
    dev: {
      help: 'build nothing; reload pages, and start the bench again, when their source changes',
    },
  },
};

/** Serves the built site until it is interrupted, or until one of both cannot be kept running. */
async function serveBuilt(): Promise<void> {
  const root = process.cwd();
  const { port, pages: siteUrl } = await takePorts();
  const { signal } = catchInterrupt();
  await using cleanUp = new AsyncDisposableStack();
  try {
    // The bench comes first: its port is taken while the pages are built.
    const bench = await startBench({ root, ...besidePages(port) });
    cleanUp.defer(() => bench.stop());
    const { path: outDir, remove } = await temporaryFolder('site', join(root, '.local'));
    cleanUp.defer(remove);
    say('Building the site …');
    await buildSite(root, { benchOrigin: bench.origin, siteUrl, outDir, signal });
    let site = await startPages(outDir, port);
    cleanUp.defer(() => site.stop());
    console.log(`Pages: ${site.origin}`);
    console.log(`Bench: ${bench.origin}`);
    console.log('Ctrl-C stops both.');
    const restart = async () => {
      await site.stop();
      site = await startPages(outDir, port);
    };
    const pages = { origin: site.origin, lost: () => site.lost, restart };
    const kept = [keepRunning('Bench', bench), keepRunning('Pages', pages)];
    await Promise.race([once(signal, 'abort'), ...kept]);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** Serves until it is interrupted, or until the bench cannot be kept running. */
async function serveForDevelopment(): Promise<void> {
  const [{ dev }, { context }] = await Promise.all([import('astro'), import('esbuild')]);
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

/** Ends within a minute after which a server is given up. */
const MOST_ENDS = 5;
const MINUTE_MS = 60_000;

interface Kept {
  origin: string;
  /** Resolves with how it ended, once it has ended without having been stopped. */
  lost(): Promise<string>;
  restart(): Promise<void>;
}

/** @throws Error when it does not start again, or has ended five times in a minute */
export async function keepRunning(name: string, server: Kept): Promise<never> {
  const ends: number[] = [];
  for (;;) {
    const how = await server.lost();
    ends.push(performance.now());
    const [first = 0, ...others] = ends.slice(-MOST_ENDS);
    if (others.length === MOST_ENDS - 1 && performance.now() - first < MINUTE_MS) {
      const often = `${MOST_ENDS} times in a minute, so it is not started again`;
      throw new Error(`${name}: ended ${often}; the last time, ${how}`);
    }
    say(`${name}: ${how}. Starting it again …`);
    await server.restart();
    say(`${name}: started again at ${server.origin}`);
  }
}

if (import.meta.main) {
  await runCommand(command, async ({ values: { dev } }) => {
    await (dev ? serveForDevelopment() : serveBuilt());
    return 0;
  });
  // A server that is being restarted would keep this process alive.
  process.exit();
}
