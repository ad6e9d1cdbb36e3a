/** How far a run is, in words. */
import { formatCount, formatDuration } from '../figures/format.ts';
import type { Progress } from '../harness/run/index.ts';

/** `round 3 of 15`, `round 3 of at most 40` */
export function roundText({ round, rounds, open }: Progress): string {
  return `round ${round} of ${open ? 'at most ' : ''}${rounds}`;
}

/**
 * `37 of 90 blocks, 1 discarded · about 12 s left`. Nobody knows how
 * long a run takes that goes on until it is decided, so there the line tells of the next interim analysis:
 * `37 blocks, round 3 · next interim analysis after round 9, in about 12 s`.
 */
export function progressText(progress: Progress): string {
  const { open, round, nextLook, blocks, plannedBlocks, voids, leftMs } = progress;
  const isVoid = voids === 0 ? '' : `, ${formatCount(voids)} discarded`;
  const time = leftMs === undefined ? undefined : formatDuration(leftMs);
  if (open) {
    const done = `${formatCount(blocks)} blocks${isVoid}, round ${round}`;
    return `${done} · next interim analysis after round ${nextLook}${time === undefined ? '' : `, in ${time}`}`;
  }
  const done = `${formatCount(blocks)} of ${formatCount(plannedBlocks)} blocks${isVoid}`;
  return `${done}${time === undefined ? '' : ` · ${time} left`}`;
}
