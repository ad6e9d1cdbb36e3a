/** How far a run is, in words. */
import { formatCount, formatDuration } from '../figures/format.ts';
import type { Progress } from '../harness/run/index.ts';
import { countOf } from './words.ts';

/** `12 s of at most 30 s`, `12 s of 60 s`; of a run of fixed rounds `12 s`. */
export function spentText({ spentMs, untilMs, open }: Progress): string {
  const seconds = (ms: number) => `${formatCount(Math.round(ms / 1000))} s`;
  if (untilMs === undefined) return seconds(spentMs);
  return `${seconds(spentMs)} of ${open ? 'at most ' : ''}${seconds(untilMs)}`;
}

/**
 * `14 sessions, 1 turn discarded · at most about 12 s left`, and behind it what is decided already:
 * `decided: Sequential increment(1)`.
 *
 * @param nameOf the name of a workload by its id
 */
export function progressText(progress: Progress, nameOf: (id: string) => string): string {
  const { open, decided, workloads, sessions, discarded, leftMs } = progress;
  const done = [
    countOf(sessions, 'session'),
    ...(discarded === 0 ? [] : [`${countOf(discarded, 'turn')} discarded`]),
  ].join(', ');
  const what = decided.length === workloads ? 'everything' : decided.map(nameOf).join(', ');
  return [
    done,
    ...(leftMs === undefined ? [] : [`${open ? 'at most ' : ''}${formatDuration(leftMs)} left`]),
    ...(open ? [`decided: ${what === '' ? 'nothing yet' : what}`] : []),
  ].join(' · ');
}
