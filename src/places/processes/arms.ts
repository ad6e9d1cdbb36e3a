import { allSystems } from '../../systems/index.ts';
import type { ProcessArm } from './names.ts';
import { workloads } from './workloads.ts';

const ids = workloads.map(({ id }) => id);

/** The arms between processes, as the systems’ folders declare them. */
export const processArms: readonly ProcessArm[] = allSystems.flatMap(
  ({ processes }) => processes?.(ids) ?? [],
);
