import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { withoutItsSignals } from './interrupt.ts';
import { endWithThis } from './keeper.ts';

/**
 * Serves what a wrangler configuration names, with the platform's own asset server in front, as it
 * would be when deployed. What is started ends with this process.
 *
 * @param config path of the configuration
 * @param scratch folder for what wrangler makes for itself, so that nothing of it can stay
 * @param persist folder of the objects' storage; false keeps none
 */
export async function startAsDeployed(
  config: string,
  port: number,
  { scratch, persist }: { scratch: string; persist: string | false },
): Promise<{ stop(): Promise<void> }> {
  // Nothing here needs the outside, and its absence is no reason for a warning.
  process.env['CLOUDFLARE_CF_FETCH_ENABLED'] ??= 'false';
  process.env['WRANGLER_SEND_METRICS'] ??= 'false';
  process.env['WRANGLER_LOG'] ??= 'error';
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = scratch;
  const worker = await withoutItsSignals(async () => {
    // Loading wrangler takes a second, which only those who serve so should wait.
    const { unstable_startWorker: startWorker } = await import('wrangler');
    const started = await startWorker({
      config,
      dev: {
        server: { hostname: 'localhost', port },
        inspector: false,
        logLevel: 'error',
        watch: false,
        persist,
      },
    });
    await started.ready;
    return started;
  }).finally(() => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  });
  const releases = (await workerdsOf(process.pid)).map(endWithThis);
  return {
    async stop() {
      await worker.dispose();
      for (const release of releases) release();
    },
  };
}

/** Ids of the processes of workerd that a process has started and does not tell of. */
async function workerdsOf(parent: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, ppid, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(ppid) === parent && command.includes('workerd serve --binary')
      ? [Number(pid)]
      : [];
  });
}
