import type { ArmOutline, Reasons } from '../../harness/plan/index.ts';
import type { Runtime } from './names.ts';

/** Who calls whom over what. */
export interface ProcessArm extends ArmOutline {
  client: Runtime;
  server: Runtime;
  /** With the system, the name of its files. */
  transport: string;
  /** Whether the other end is within the client’s own process. */
  within?: true;
  /** Path of the module that has both ends, where it is a contestant’s from outside. */
  module?: string;
  optional?: true;
  cannot?: Reasons;
}
