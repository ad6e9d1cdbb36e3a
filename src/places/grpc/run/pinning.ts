/** Binding callers and servers to different processors, so that neither takes the other’s time. */
import { spawnSync } from 'node:child_process';
import type { Environment } from '../../../harness/record/index.ts';
import type { Command } from '../../processes/child.ts';

export type Pinned = NonNullable<Environment['pinned']>;

/** Numbers of a list as `taskset` prints it: `0-2,5`. */
export function processorsOf(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [first = NaN, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
}

/** The first half of the processors for callers, the others for servers; undefined of fewer than two. */
export function halvesOf(processors: readonly number[]): Pinned | undefined {
  if (processors.length < 2) return undefined;
  const half = Math.floor(processors.length / 2);
  return { client: processors.slice(0, half), servers: processors.slice(half) };
}

/** The halves of this machine’s processors; undefined where there is no `taskset`, or only one. */
export function pinning(): Pinned | undefined {
  const { stdout, status } = spawnSync('taskset', ['-cp', String(process.pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const [, list] = /: ([\d,-]+)\s*$/.exec(stdout ?? '') ?? [];
  return status === 0 && list !== undefined ? halvesOf(processorsOf(list)) : undefined;
}

/** The same command, bound to processors where any are given. */
export function bound(command: Command, processors: readonly number[] | undefined): Command {
  if (processors === undefined) return command;
  const { file, args } = command;
  return { ...command, file: 'taskset', args: ['-c', processors.join(','), file, ...args] };
}
