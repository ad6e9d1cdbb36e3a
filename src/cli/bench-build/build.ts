/** Builds a copy of the site in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { z } from 'zod';

/** What a build cost. */
export interface BuildCost {
  /** From start to end, in s. */
  seconds: number;
  /** Time on processors, all threads together, in s. */
  cpuSeconds: number;
  /** Most memory that the process held, in MB (powers of 1000). Pagefind's own process is not in it. */
  peakMB: number;
}

/** What Node says of a process: times in µs, memory in kB of 1024 bytes. */
const usageSchema = z.object({
  maxRSS: z.number(),
  userCPUTime: z.number(),
  systemCPUTime: z.number(),
});

/**
 * Runs `astro build` over a folder, with nothing kept of an earlier one.
 *
 * @throws Error with what the build said when it fails
 */
export async function buildCopy(root: string, scratch: string): Promise<BuildCost> {
  const started = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...['--import', new URL('usage.ts', import.meta.url).href],
      ...[join(root, 'node_modules/astro/bin/astro.mjs'), 'build', '--force', '--silent'],
    ],
    {
      cwd: scratch,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', NODE_OPTIONS: '' },
    },
  );
  const [said, failed, used] = [1, 2, 3].map((at) => text(child.stdio[at] as Readable));
  const [code] = (await once(child, 'close')) as [number | null];
  const seconds = (performance.now() - started) / 1000;
  if (code !== 0) {
    const output = `${await said}${await failed}`.trim().slice(-4000);
    throw new Error(`astro build in ${scratch}: got exit code ${code}, expected 0\n${output}`);
  }
  const usage = usageSchema.parse(JSON.parse((await used) ?? ''));
  return {
    seconds,
    cpuSeconds: (usage.userCPUTime + usage.systemCPUTime) / 1e6,
    peakMB: (usage.maxRSS * 1024) / 1e6,
  };
}
