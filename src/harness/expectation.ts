/** How long a block may be expected to take, before it has run: for estimates, never for results. */
import { loadOf } from './loads.ts';
import type { Load, Workload } from './study.ts';

/** What a block of a workload consists of. */
export interface Size extends Load {
  /** Timed operations. */
  timed: number;
  /** Operations that run before. */
  warmUp: number;
}

/** What is assumed or known of the way to the bench. */
export interface Way {
  /** Time of one small operation, in ms. */
  msPerOperation: number;
  /** Time to open one connection, in ms. */
  connectMs: number;
}

/** A bench on the same machine. */
export const NEAR: Way = { msPerOperation: 0.5, connectMs: 5 };

/** Time that a call takes besides the one it is made at once with, in ms. */
const MS_PER_FURTHER_CALL = 0.05;
/** Payload that gets through, in bytes per ms. */
const BYTES_PER_MS = 20_000;

export function sizeOf(workload: Workload<never>): Size {
  const { operations, warmUp } = workload;
  return { ...loadOf(workload), timed: operations.length, warmUp: warmUp.length };
}

/** Calls of one block: warm-up, timed ones, and one that checks the outcome. */
export function callsOf({ timed, warmUp, callsPerOperation = 1 }: Size): number {
  return (warmUp + timed) * callsPerOperation + 1;
}

/** Payload of one block besides that of small calls, in bytes. */
export function payloadOf({ timed, warmUp, bytesPerOperation = 0 }: Size): number {
  return (warmUp + timed) * bytesPerOperation;
}

/** Time of one block, in ms: connecting, warming up, pausing, timing and checking. */
export function expectedMs(size: Size, { msPerOperation, connectMs }: Way): number {
  const { timed, warmUp, concurrency = 1, ratePerSecond, pauseMs = 0 } = size;
  const { callsPerOperation = 1, bytesPerOperation = 0 } = size;
  const each =
    msPerOperation +
    (callsPerOperation - 1) * MS_PER_FURTHER_CALL +
    bytesPerOperation / BYTES_PER_MS;
  const timedMs =
    ratePerSecond === undefined
      ? timed * Math.max(each / concurrency, Math.min(each, MS_PER_FURTHER_CALL))
      : (timed / ratePerSecond) * 1000;
  return connectMs + pauseMs + (warmUp + 1) * each + timedMs;
}
