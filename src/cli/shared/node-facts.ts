import { arch, cpus, platform } from 'node:os';
import type { ClientFacts } from '../../harness/run/index.ts';

/** What a record says of this Node. */
export function nodeFacts(): ClientFacts {
  return {
    runtime: `Node ${process.versions.node}`,
    platform: `${platform()} ${arch()}`,
    cpuCount: cpus().length,
    now: () => performance.now(),
  };
}
