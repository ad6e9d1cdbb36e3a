/** What is asked of another process. Studies say which of it runs only where it is asked for. */
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
  type PeerWorkload,
} from '../workloads.ts';

const ways = Object.keys(payloadWays) as PayloadWay[];
const sizes = Object.keys(payloadSizes).map(Number) as PayloadSize[];

export const workloads: readonly PeerWorkload[] = [
  echo,
  ...[10, 100, 10_000].map(burst),
  batch,
  callbacks,
  ...(['text', 'bytes'] as const).flatMap((kind) =>
    ways.flatMap((way) => sizes.map((size) => payload(way, kind, size))),
  ),
];
