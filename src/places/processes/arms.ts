/** The arms between processes, as the systems’ folders declare them. */
import { findSystem } from '../../systems/index.ts';
import type { ProcessArm } from './names.ts';
import { workloads } from './workloads.ts';

const ids = workloads.map(({ id }) => id);

/** The arms of these systems, in their order. */
export function processArms(systems: readonly string[]): ProcessArm[] {
  return systems.flatMap((id) => findSystem(id).processes?.(ids) ?? []);
}
