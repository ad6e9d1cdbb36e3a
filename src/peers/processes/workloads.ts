/** What is asked of another process. */
import type { Workload } from '../../harness/plan/index.ts';
import { peerWorkloads } from '../workloads.ts';
import { apartWorkloads } from './apart-workloads.ts';
import type { ProcessOperations } from './operations.ts';

export const workloads: ReadonlyArray<Workload<ProcessOperations>> = [
  ...peerWorkloads,
  ...apartWorkloads.map((workload) => ({ ...workload, optional: true as const })),
];
