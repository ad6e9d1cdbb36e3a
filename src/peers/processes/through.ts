/** How a study reaches other processes: browsers load this, and have none. */
import type { Arm, Channel, Connect, Connection } from '../../harness/plan/index.ts';
import type { ProcessArm } from './arm.ts';
import type { ProcessOperations } from './operations.ts';

/** What the world of a run opens connections between processes through. */
export interface ReachesProcesses<Own = ProcessArm, Operations = ProcessOperations> {
  /** Opens a connection whose caller is in another process: of the arm’s runtime, or a load generator. */
  connect(arm: Own, channel: Channel): Promise<Connection<Operations>>;
}

/** An arm between processes as one of a study. */
export function armOf<Own extends Omit<Arm<never>, 'load'>, Operations>(arm: Own): Arm<Operations> {
  const { id, system, label, spoken, optional, cannot } = arm;
  return {
    ...{ id, system, label },
    ...(spoken !== undefined && { spoken }),
    ...(optional && { optional }),
    ...(cannot && { cannot }),
    load: () => Promise.resolve(overProcesses(arm)),
  };
}

/** It rejects with a TypeError in a world that reaches no processes. */
export function overProcesses<Own, Operations>(arm: Own): Connect<Operations> {
  return async (channel) => {
    const { through } = channel;
    if (!(through instanceof Object) || !('connect' in through)) {
      throw new TypeError(
        `connect: got ${String(through)} to reach it through, expected processes of this machine`,
      );
    }
    return (through as ReachesProcesses<Own, Operations>).connect(arm, channel);
  };
}
