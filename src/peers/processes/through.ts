/** How a study reaches other processes: browsers load this, and have none. */
import type { Channel, Connect, Connection } from '../../harness/plan/index.ts';
import type { ProcessArm } from './arm.ts';
import type { ProcessOperations } from './operations.ts';

/** What the world of a run opens connections between processes through. */
export interface ReachesProcesses {
  /** Opens a connection whose caller is in a process of the arm’s client runtime. */
  connect(arm: ProcessArm, channel: Channel): Promise<Connection<ProcessOperations>>;
}

/** An arm between processes. It rejects with a TypeError in a world that reaches none. */
export function overProcesses(arm: ProcessArm): Connect<ProcessOperations> {
  return async (channel) => {
    const { through } = channel;
    if (!(through instanceof Object) || !('connect' in through)) {
      throw new TypeError(
        `connect: got ${String(through)} to reach it through, expected processes of this machine`,
      );
    }
    return (through as ReachesProcesses).connect(arm, channel);
  };
}
