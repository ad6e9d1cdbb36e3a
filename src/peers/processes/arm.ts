/** Arms between processes, and how a study connects them. */
import type { Arm, ArmOutline, Channel, Connection, Reasons } from '../../harness/plan/index.ts';
import type { Runtime } from './names.ts';
import type { ProcessOperations } from './service.ts';

/** A caller, a system, a transport and a server. */
export interface ProcessArm extends ArmOutline {
  client: Runtime;
  server: Runtime;
  transport: string;
  /** Whether both sides are within the client’s own process. */
  within?: true;
  /** Path of the module that has both sides, where it is a contestant’s from outside. */
  module?: string;
  optional?: true;
  cannot?: Reasons;
}

/** The processes of a run, through which its world opens connections: browsers load this, and have none. */
export interface ReachesProcesses<Own = ProcessArm, Operations = ProcessOperations> {
  /** Opens a connection whose caller is another process: of the arm’s runtime, or a load generator. */
  connect(arm: Own, channel: Channel): Promise<Connection<Operations>>;
}

/** An arm between processes as one of a study. To connect it rejects with a TypeError where no processes are reached. */
export function studyArmOf<Own extends Omit<Arm<never>, 'load'>, Operations>(
  arm: Own,
): Arm<Operations> {
  const { id, system, label, spoken, optional, cannot } = arm;
  return {
    ...{ id, system, label },
    ...(spoken !== undefined && { spoken }),
    ...(optional && { optional }),
    ...(cannot && { cannot }),
    load: () =>
      Promise.resolve(async (channel) => {
        const { through } = channel;
        if (!(through instanceof Object) || !('connect' in through)) {
          throw new TypeError(
            `connect: got ${String(through)} to reach it through, expected processes of this machine`,
          );
        }
        return (through as ReachesProcesses<Own, Operations>).connect(arm, channel);
      }),
  };
}
