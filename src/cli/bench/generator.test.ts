import { expect, it } from 'vitest';
import { buildGo } from '../../grpc/run/go.ts';
import { spawnCli } from '../shared/testing/spawn-cli.ts';

const built = await buildGo();
const why = 'missing' in built ? ` (left out: ${built.missing})` : '';

it.skipIf(why !== '')(
  `the generator is timed beside a bare loop and without a server${why}`,
  async () => {
    const { code, stdout, stderr } = await spawnCli('bench', [
      'generator',
      '--rounds',
      '6',
      '--json',
    ]).ended;
    expect([code, stderr]).toEqual([0, expect.stringContaining('round 6 of 6: ')]);
    const number = expect.any(Number) as number;
    const ratio = { ratio: number, low: number, high: number };
    const found = JSON.parse(stdout) as { memoryMiB: number; overhead: typeof ratio };
    expect(found).toEqual({
      ...{ rounds: 6, bareUs: number, overhead: ratio },
      ...{ grpcGoPerSecond: number, reachPerSecond: number, reach: ratio, memoryMiB: number },
    });
    // Bytes are no matter of how busy the machine is.
    expect(found.memoryMiB).toBeLessThan(200);
  },
);
