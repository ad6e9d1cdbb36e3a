/** A bench for a run: started for it, or one that runs elsewhere. */
import { join } from 'node:path';
import { z } from 'zod';
import { alias } from '../../libraries/systems/optional.ts';
import { askAbout } from '../../wire/bench-client/about.ts';
import type { NetworkLink } from '../../core/record/index.ts';
import type { AboutBench } from '../../core/run/index.ts';
import { UsageError } from './args.ts';
import { type LocalBench, type LocalBenchOptions, startBench, varsOf } from './bench.ts';
import { readJson } from './files.ts';
import './identify.ts';
import { startProxy } from './network/proxy.ts';
import { startWranglerDev } from './wrangler.ts';

/** Longest round trip and largest jitter, in ms: several of them fit into a call's deadline. */
const MOST_MS = 1000;

/** Reads what follows `--network`: round trip and jitter as in `25ms,2ms`, or only the round trip. */
export function readLink(text: string): NetworkLink {
  const [, roundTrip, jitter = '0'] = /^([\d.]+)ms(?:,([\d.]+)ms)?$/.exec(text) ?? [];
  const [roundTripMs, jitterMs] = [Number(roundTrip), Number(jitter)];
  if (roundTripMs > 0 && roundTripMs <= MOST_MS && jitterMs >= 0 && jitterMs <= MOST_MS) {
    return { roundTripMs, jitterMs };
  }
  throw new UsageError(
    `--network: got "${text}", expected round trip and jitter such as 25ms,2ms, the first above 0 ` +
      `and both at most ${MOST_MS}ms`,
  );
}

/** The bench that is started, with the link to it if that delays, or the one that runs elsewhere. */
export type BenchPlace =
  { setting: 'workerd' | 'wrangler-dev'; network: NetworkLink | undefined } | { origin: string };

export interface OpenBench {
  /** Origin that clients call: its own, or that of the delaying proxy in front of it. */
  origin: string;
  about: AboutBench;
  /** Origins of the extra Workers, by their ids. */
  extraOrigins: ReadonlyMap<string, string>;
  stop(): Promise<void>;
}

/**
 * Starts the bench of the checkout at `root`, or asks the one that runs elsewhere.
 *
 * @param listening where a bench that is started listens, whose pages may use it, and what else
 *   is served
 */
export async function openBench(
  root: string,
  where: BenchPlace,
  listening: Pick<LocalBenchOptions, 'port' | 'allowedOrigins' | 'extraWorkers'> = { port: 0 },
): Promise<OpenBench> {
  if ('origin' in where) {
    const { origin } = where;
    const about = await askAbout(origin);
    return { origin, about, extraOrigins: new Map(), stop: async () => undefined };
  }
  await using cleanUp = new AsyncDisposableStack();
  const bench =
    where.setting === 'workerd'
      ? await startBench({ root, ...listening })
      : await startDevBench(root);
  cleanUp.defer(() => bench.stop());
  const about = await askAbout(bench.origin);
  const { network } = where;
  // A proxy for each: all libraries of one run are equally far away.
  const reach = async (origin: string): Promise<string> => {
    if (network === undefined) return origin;
    const proxy = await startProxy(origin, network);
    cleanUp.defer(() => proxy.stop());
    return proxy.origin;
  };
  const origin = await reach(bench.origin);
  const extraOrigins = new Map<string, string>();
  for (const [id, each] of bench.extraOrigins) extraOrigins.set(id, await reach(each));
  const all = cleanUp.move();
  return { origin, about, extraOrigins, stop: () => all.disposeAsync() };
}

/** The parts of wrangler.jsonc that a bench needs, as they stand there. */
const devSchema = z.object({
  main: z.string(),
  compatibility_date: z.string(),
  compatibility_flags: z.array(z.string()),
  durable_objects: z.unknown(),
  migrations: z.unknown(),
  vars: z.record(z.string(), z.string()),
});

/** The Worker under `wrangler dev`, whose own parts stand between client and Worker. */
async function startDevBench(
  root: string,
): Promise<Pick<LocalBench, 'origin' | 'extraOrigins' | 'stop'>> {
  const { main, vars, ...config } = await readJson(join(root, 'wrangler.jsonc'), devSchema);
  const own = await varsOf({ root, port: 0, vars: { SETTING: 'wrangler-dev' } });
  const all = { ...config, name: 'roundtrip', main: join(root, main), alias };
  const served = { config: { ...all, vars: { ...vars, ...own } }, port: 0 };
  const bench = await startWranglerDev(served);
  return { origin: bench.origin, stop: () => bench.stop(), extraOrigins: new Map() };
}
