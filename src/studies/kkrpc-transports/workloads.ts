import type { Workload } from '../../harness/plan/index.ts';
import type { ProcessOperations } from '../../peers/processes/operations.ts';
import { workloads as all } from '../../peers/processes/workloads.ts';

/** Those that run unless others are asked for. */
const usual = ['echo', 'burst-100', 'echo-text-102400'];

export const workloads: ReadonlyArray<Workload<ProcessOperations>> = all.map((workload) =>
  usual.includes(workload.id) ? workload : { ...workload, optional: true },
);
