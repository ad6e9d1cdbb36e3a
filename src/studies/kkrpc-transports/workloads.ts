import type { Workload } from '../../harness/plan/index.ts';
import type { PeerOperations } from '../../peers/operations.ts';
import { workloads as all } from '../../peers/processes/workloads.ts';

/** Those that run unless others are asked for. */
const usual = ['echo', 'burst-100', 'echo-text-102400'];

export const workloads: ReadonlyArray<Workload<PeerOperations>> = all.map((workload) =>
  usual.includes(workload.id) ? workload : { ...workload, optional: true },
);
