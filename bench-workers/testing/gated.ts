/** Tests of the gate: each starts benches of its own, so that those that wait do so at the same time. */
import { it as base } from 'vitest';
import { type LocalBench, startBench } from '../../src/cli/shared/bench.ts';
import type { GateConfig } from '../gate/config.ts';

type Gate = { [Part in keyof GateConfig]?: unknown };
type Start = (gate?: Gate, vars?: Record<string, string>) => Promise<LocalBench>;

export const it = base.extend<{ start: Start }>({
  /** Starts a bench with such a gate; it is stopped with the test. */
  start: async ({}, use) => {
    const benches: LocalBench[] = [];
    await use(async (gate = {}, vars = {}) => {
      const bench = await startBench({
        root: process.cwd(),
        port: 0,
        vars: { GATE: JSON.stringify(gate), ...vars },
      });
      benches.push(bench);
      return bench;
    });
    await Promise.all(benches.map((bench) => bench.stop()));
  },
});
