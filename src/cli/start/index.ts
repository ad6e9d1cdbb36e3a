/** `npm start`: builds the site and serves it with a working bench beside it. */
import { once } from 'node:events';
import { orReport } from '../shared/args.ts';
import { startBench } from '../shared/bench.ts';
import { catchInterrupt, whenNpmIsKilled } from '../shared/process-end.ts';
import { startSite } from '../shared/pages.ts';
import { takePorts } from '../shared/ports.ts';

await orReport(async () => {
  const root = process.cwd();
  const { port } = await takePorts();
  const signal = AbortSignal.any([catchInterrupt(() => undefined).signal, await whenNpmIsKilled()]);
  try {
    const site = await startSite({
      ...{ root, port, signal },
      bench: (listening) => startBench({ root, ...listening, detached: true, restarts: true }),
    });
    console.log(`Pages: ${site.origin}`);
    console.log(`Bench: ${site.bench.origin}`);
    console.log('Ctrl-C stops both.');
    if (!signal.aborted) await once(signal, 'abort');
    await site.stop();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return 0;
});
