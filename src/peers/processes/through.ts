/** How a study reaches other processes: browsers load this, and have none. */
import type { Channel, Connect, Connection } from '../../harness/plan/index.ts';
import type { ProcessArm } from './arm.ts';
import type { ProcessOperations } from './operations.ts';

/** What the world of a run opens connections between processes through. */
export interface ReachesProcesses<Arm = ProcessArm, Operations = ProcessOperations> {
  /** Opens a connection whose caller is in another process: of the arm’s runtime, or a load generator. */
  connect(arm: Arm, channel: Channel): Promise<Connection<Operations>>;
}

/** An arm between processes. It rejects with a TypeError in a world that reaches none. */
export function overProcesses<Arm, Operations>(arm: Arm): Connect<Operations> {
  return async (channel) => {
    const { through } = channel;
    if (!(through instanceof Object) || !('connect' in through)) {
      throw new TypeError(
        `connect: got ${String(through)} to reach it through, expected processes of this machine`,
      );
    }
    return (through as ReachesProcesses<Arm, Operations>).connect(arm, channel);
  };
}
