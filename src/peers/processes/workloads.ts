/** What is asked of another process. Studies say which of it runs only where it is asked for. */
import type { Workload } from '../../harness/plan/index.ts';
import {
  batch,
  burst,
  callbacks,
  echo,
  payload,
  payloadSizes,
  payloadWays,
  type PayloadSize,
  type PayloadWay,
} from '../workloads.ts';
import { apartWorkloads } from './apart-workloads.ts';
import type { ProcessOperations } from './operations.ts';

const ways = Object.keys(payloadWays) as PayloadWay[];
const sizes = Object.keys(payloadSizes).map(Number) as PayloadSize[];

export const workloads: ReadonlyArray<Workload<ProcessOperations>> = [
  echo,
  ...[10, 100, 10_000].map(burst),
  batch,
  callbacks,
  ...(['text', 'bytes'] as const).flatMap((kind) =>
    ways.flatMap((way) => sizes.map((size) => payload(way, kind, size))),
  ),
  ...apartWorkloads,
];
