import type { AboutBench } from '../../harness/environment.ts';
import { startBench } from '../local/bench.ts';
import { startWranglerDev } from '../local/wrangler-dev.ts';
import { askAbout } from '../../bench-client/about.ts';
import type { MeasureOptions } from './options.ts';

/** A bench that answers. */
export interface OpenBench {
  origin: string;
  about: AboutBench;
  /** Whether it was started for this run. */
  started: boolean;
  /** Stops it if it was started for this run. */
  stop(): Promise<void>;
}

/** Where a bench that is started listens, and whose pages may use it. */
export interface ForPages {
  port: number;
  allowedOrigins: string[];
}

/** Starts the bench of the checkout at `root`, or asks the one that runs elsewhere. */
export async function openBench(
  root: string,
  where: MeasureOptions['where'],
  { port, allowedOrigins }: ForPages = { port: 0, allowedOrigins: [] },
): Promise<OpenBench> {
  if ('origin' in where) {
    const { origin } = where;
    return { origin, about: await askAbout(origin), started: false, stop: async () => undefined };
  }
  const start = { workerd: startBench, 'wrangler-dev': startWranglerDev }[where.setting];
  const bench = await start({ root, port, allowedOrigins, detached: true });
  const stop = () => bench.stop();
  try {
    return { origin: bench.origin, about: await askAbout(bench.origin), started: true, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
