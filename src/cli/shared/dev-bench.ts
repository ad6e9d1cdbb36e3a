/** The Worker under `wrangler dev`, whose own parts stand between client and Worker. */
import { join } from 'node:path';
import { z } from 'zod';
import { alias } from '../../libraries/systems/lumenize-rpc/bundling.ts';
import { type LocalBench, varsOf } from './bench.ts';
import { readJson } from './files.ts';
import { startWranglerDev } from './wrangler.ts';

/** The parts of wrangler.jsonc that a bench needs, as they stand there. */
const schema = z.object({
  main: z.string(),
  compatibility_date: z.string(),
  compatibility_flags: z.array(z.string()),
  durable_objects: z.unknown(),
  migrations: z.unknown(),
  vars: z.record(z.string(), z.string()),
});

export async function startDevBench(
  root: string,
): Promise<Pick<LocalBench, 'origin' | 'extraOrigins' | 'stop'>> {
  const { main, vars, ...config } = await readJson(join(root, 'wrangler.jsonc'), schema);
  const own = await varsOf({ root, port: 0, vars: { SETTING: 'wrangler-dev' } });
  const all = { ...config, name: 'roundtrip', main: join(root, main), alias };
  const served = { config: { ...all, vars: { ...vars, ...own } }, port: 0 };
  const { origin, stop } = await startWranglerDev(served);
  return { origin, stop, extraOrigins: new Map() };
}
