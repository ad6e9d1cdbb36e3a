/** What the status line says of a state, and what a screen reader hears of it. */
import { formatCount, formatDuration } from '../../figures/format.ts';
import { failureWords } from './failures.ts';
import type { LiveState, Progress, StartStep } from './state.ts';

/** Said before a run, with and without JavaScript. */
export const READY = 'A run needs JavaScript and WebSockets. Nothing is sent before you press Run.';

const steps: Record<StartStep, string> = {
  loading: 'Loading the benchmark…',
  asking: 'Asking the bench what it is…',
  connecting: 'Opening a first connection…',
};

export function statusText(state: LiveState): string {
  switch (state.name) {
    case 'idle':
      return state.note ?? READY;
    case 'starting':
      return steps[state.step];
    case 'running':
      return `Running: round ${state.progress.round} of ${state.progress.open ? 'at most ' : ''}${state.progress.rounds}`;
    case 'waiting':
      return state.for === 'page'
        ? 'Waiting until this page is visible again'
        : 'Waiting for the bench to answer again, for a minute at most';
    case 'done':
      return state.finished.result.summary;
    case 'failed':
      return failureWords(state.failure).title;
  }
}

/**
 * The line under the progress bar: `37 of 90 blocks, 1 void · about 12 s left`. Nobody knows how
 * long a run takes that goes on until it is decided, so there the line tells of the next look:
 * `37 blocks, round 3 · next look after round 9, in about 12 s`.
 */
export function progressText(progress: Progress): string {
  const { open, round, nextLook, blocks, plannedBlocks, voids, leftMs } = progress;
  const isVoid = voids === 0 ? '' : `, ${formatCount(voids)} void`;
  const time = leftMs === undefined ? undefined : formatDuration(leftMs);
  if (open) {
    const done = `${formatCount(blocks)} blocks${isVoid}, round ${round}`;
    return `${done} · next look after round ${nextLook}${time === undefined ? '' : `, in ${time}`}`;
  }
  const done = `${formatCount(blocks)} of ${formatCount(plannedBlocks)} blocks${isVoid}`;
  return `${done}${time === undefined ? '' : ` · ${time} left`}`;
}
