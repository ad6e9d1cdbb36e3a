/** The arms as data: which server is called, and by which protocol. */
import { type ArmOutline, outsideOutlines, type OutsideSystem } from '../../harness/plan/index.ts';
import type { ArmConditions } from '../../harness/record/index.ts';
import { allSystems } from '../../systems/index.ts';
import type { GrpcServer } from '../contestant.ts';

/** The server that a load generator calls. It is handed to it as JSON when a connection is to be opened. */
export interface Target extends Pick<GrpcServer, 'protocol'> {
  /** `127.0.0.1:50051` */
  address: string;
  /** Bytes of requests on a connection after which a client opens a new one; never where it is left out. */
  redialBytes?: number | undefined;
}

/** A server that a run starts itself. */
export interface OwnServer extends Pick<GrpcServer, 'protocol' | 'runsIn'> {
  /** Id of the contestant. */
  system: string;
}

/** A server, and how it is called. */
export interface GrpcArm extends ArmOutline, Omit<Target, 'address'> {
  /** A server that the run starts, or one that runs already and is called by its address. */
  server: OwnServer | { address: string };
  /** Conditions of its server, where somebody else started it. */
  conditions?: ArmConditions;
}

/** The arms that this project brings. */
export const arms: readonly GrpcArm[] = allSystems.flatMap(({ id: system, grpc }) => {
  if (grpc === undefined) return [];
  const { label, spoken, name, protocol, runsIn } = grpc;
  const id = name === undefined ? system : `${system}/${name}`;
  const server = { system, protocol, runsIn };
  return { id, system, label, ...(spoken !== undefined && { spoken }), server, protocol };
});

/** A server of somebody else’s that runs already, as `--server` names it. */
export interface OutsideServer extends Pick<Target, 'address' | 'redialBytes'> {
  /** Small letters, digits and hyphens: `clgrpc`. */
  name: string;
  /** Its version, its runtime’s and its compiler’s flags, as its owner gives them. */
  version?: string;
  conditions?: Pick<ArmConditions, 'runtimes' | 'builds'>;
}

/** An outside server as a record has it, without the outcome of its arms. */
export function systemOf({ name: id, version, redialBytes }: OutsideServer): OutsideSystem {
  const bytes = redialBytes?.toLocaleString('en');
  return {
    ...{ id, label: id, versions: version === undefined ? {} : { [id]: version } },
    arms: [
      { name: 'as-it-stands', label: 'as it stands' },
      ...(bytes ? [{ name: 'redialled', label: `a new connection every ${bytes} bytes` }] : []),
    ],
  };
}

/** The arms of such a server. */
export function outsideArms(server: OutsideServer): GrpcArm[] {
  const { address, conditions, redialBytes } = server;
  return outsideOutlines(systemOf(server)).map((outline, at) => ({
    ...{ ...outline, server: { address }, protocol: 'grpc' },
    ...(conditions && { conditions }),
    ...(at > 0 && { redialBytes }),
  }));
}
