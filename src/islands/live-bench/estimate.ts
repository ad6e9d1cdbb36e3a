/** How much a run will take, before it starts and while it goes on. */
import { formatBytes, formatCount, formatDuration, formatMs, THIN } from '../../figures/format.ts';
import {
  callsOf,
  expectedMs,
  NEAR,
  payloadOf,
  type Size,
  type Way,
} from '../../harness/plan/index.ts';
import type { Block, RecordPlan } from '../../harness/record/index.ts';

/** What is assumed or known of the way to the bench. */
export interface Pace extends Way {
  /** Payload bytes of one small operation, both ways together. */
  bytesPerOperation: number;
  source: 'assumed' | 'preflight' | 'run';
}

export interface Choice {
  rounds: number;
  /** Number of arms, the twin included. */
  arms: number;
  workloads: readonly ChosenSize[];
}

/** A workload's size, and how many of the chosen arms cannot do it. */
export interface ChosenSize extends Size {
  lacking?: number;
}

export interface Estimate {
  /** Calls sent: warm-up, timed, and one that checks the outcome of each block. */
  operations: number;
  blocks: number;
  ms: number;
  /** Payload bytes, both ways together. */
  bytes: number;
}

/** A bench on the reader's own machine answers at once; any other is a network away. */
const LOCAL: Pace = { ...NEAR, bytesPerOperation: 150, source: 'assumed' };
const REMOTE: Pace = { ...LOCAL, msPerOperation: 25, connectMs: 75 };

/** @param host host of the bench, without the port; empty when it is not known yet */
export function assumedPace(host: string): Pace {
  const local =
    host === 'localhost' || host.endsWith('.localhost') || /^(127\.|\[::1\])/.test(host);
  return local ? LOCAL : REMOTE;
}

/**
 * Mean pace of the blocks that counted, of those whose operations are single small calls one after
 * the other; undefined when there is none.
 *
 * @param loads how the operations of the workloads follow each other
 */
export function paceOf(
  blocks: readonly Block[],
  loads: RecordPlan['loads'] = {},
): Pace | undefined {
  let [operations, us, bytes, connections, connectUs] = [0, 0, 0, 0, 0];
  for (const block of blocks) {
    if (block.void !== undefined || loads[block.workload] !== undefined) continue;
    operations += block.samplesUs.length;
    us = block.samplesUs.reduce((sum, sample) => sum + sample, us);
    bytes += block.bytes.out + block.bytes.in;
    connections += 1;
    connectUs += block.connectUs ?? 0;
  }
  if (operations === 0) return undefined;
  return {
    msPerOperation: us / operations / 1000,
    connectMs: connectUs / connections / 1000,
    bytesPerOperation: bytes / operations,
    source: 'run',
  };
}

export function estimate({ rounds, arms, workloads }: Choice, pace: Pace): Estimate {
  const sum = (of: (size: Size) => number) =>
    rounds *
    workloads.reduce((total, { lacking = 0, ...size }) => total + (arms - lacking) * of(size), 0);
  const operations = sum(callsOf);
  return {
    operations,
    blocks: sum(() => 1),
    ms: sum((size) => expectedMs(size, pace)),
    bytes: operations * pace.bytesPerOperation + sum(payloadOf),
  };
}

/** What a workload that runs only when asked for adds to a run: `about 12 s, modelled`. */
export function costText({ ms }: Estimate): string {
  return `Adds ${formatDuration(ms)} (modelled).`;
}

const sources: Record<Pace['source'], (ms: number) => string> = {
  assumed: (ms) => `if an operation takes ${ms}${THIN}ms`,
  preflight: (ms) => `if an operation takes ${formatMs(ms)}, as the first one did`,
  run: (ms) => `at ${formatMs(ms)} per operation, the mean of the last run`,
};

/**
 * @param address what the reader is told of where the operations go: a host, or `this site`
 * @param maxMs time after which the run ends at the latest; given when it may end before its rounds
 */
export function estimateText(
  { operations, blocks, ms, bytes }: Estimate,
  pace: Pace,
  address: string,
  maxMs = Infinity,
) {
  const most = maxMs === Infinity ? '' : 'At most ';
  return (
    `${most}${formatCount(operations)} operations in ${formatCount(blocks)} blocks to ${address}: ` +
    `${formatDuration(Math.min(ms, maxMs))} and about ${formatBytes(bytes)}, ` +
    `${sources[pace.source](pace.msPerOperation)}.`
  );
}
