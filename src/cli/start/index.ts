/** `npm start`: builds the site and serves it with a working bench beside it. */
import { once } from 'node:events';
import { join } from 'node:path';
import { runCommand, say } from '../shared/args.ts';
import { startBench } from '../shared/bench.ts';
import { keepRunning } from '../shared/keep-running.ts';
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

await runCommand(command, async ({ values: { dev } }) => {
  if (dev) {
    const { serveForDevelopment } = await import('./dev.ts');
    await serveForDevelopment();
    return 0;
  }
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
  return 0;
});
// A server that is being restarted would keep this process alive.
process.exit();
