import type { GrpcArm } from '../../../wire/grpc/arms.ts';
import { allSystems } from '../../systems/index.ts';

/** The arms that this project brings. */
export const arms: readonly GrpcArm[] = allSystems.flatMap(({ id: system, grpc }) => {
  if (grpc === undefined) return [];
  const { label, spoken, name, protocol, runsIn } = grpc;
  const id = name === undefined ? system : `${system}/${name}`;
  const server = { system, protocol, runsIn };
  return { id, system, label, spoken, server, protocol };
});
