/** The arms as data: which server is called, by which protocol, and over which connections. */
import type { ArmOutline, OutsideSystem, Reasons } from '../../harness/plan/index.ts';
import type { ArmConditions } from '../../harness/record/index.ts';
import { outsideOutlines } from '../../harness/plan/index.ts';
import { allSystems } from '../../systems/index.ts';
import type { Contestant, GrpcServer } from '../contestant.ts';
import { loadSpecs } from './workloads.ts';

/** The server that a load generator calls. It is handed to it as JSON when a connection is to be opened. */
export interface Target {
  protocol: GrpcServer['protocol'];
  /** `127.0.0.1:50051` */
  address: string;
  /** Request messages’ bytes on a connection after which a client opens a new one; never where it is left out. */
  redialBytes?: number;
  /** One connection for all clients, each with streams of its own, in the place of one each. */
  oneConnection?: true;
}

/** A server that a run starts itself. */
export interface OwnServer extends Pick<GrpcServer, 'protocol' | 'runsIn'> {
  /** `grpc-js`, `tcp/go`. */
  id: string;
  /** Id of the contestant. */
  system: string;
}

/** A server, and how it is called. */
export interface GrpcArm extends ArmOutline, Pick<Target, 'redialBytes' | 'oneConnection'> {
  /** A server that the run starts, or one that runs already and is called by its address. */
  server: OwnServer | { address: string };
  protocol: GrpcServer['protocol'];
  /** Bound to no processor, its caller neither, where others are. */
  unpinned?: true;
  /** Conditions of its server, where somebody else started it. */
  conditions?: ArmConditions;
  optional?: true;
  cannot?: Reasons;
}

/** Workloads whose client has only one connection anyway. */
const ofOneClient: Reasons = Object.fromEntries(
  loadSpecs
    .filter(({ clients }) => clients === 1)
    .map(({ id }) => [id, 'A lone client has one connection in any case.']),
);

/** The ways in which a server is tried besides: what its label goes on with, and what is other. */
const besides: Readonly<
  Record<NonNullable<GrpcServer['also']>[number], [label: string, Partial<GrpcArm>]>
> = {
  'one-connection': ['one connection', { oneConnection: true, cannot: ofOneClient }],
  unpinned: ['bound to no processor', { unpinned: true }],
};

function armsOf({ id: system, grpc }: Contestant): GrpcArm[] {
  if (grpc === undefined) return [];
  const { label, spoken, name, protocol, runsIn, also = [] } = grpc;
  const id = name === undefined ? system : `${system}/${name}`;
  const arm: GrpcArm = { id, system, label, server: { id, system, protocol, runsIn }, protocol };
  return [
    { ...arm, ...(spoken !== undefined && { spoken }) },
    ...also.map((way): GrpcArm => {
      const [more, how] = besides[way];
      return { ...arm, id: `${id}/${way}`, label: `${label}, ${more}`, ...how, optional: true };
    }),
  ];
}

/** The arms that this project brings. */
export const arms: readonly GrpcArm[] = allSystems.flatMap(armsOf);

/** A server of somebody else’s that runs already, as `--server` names it. */
export interface OutsideServer extends Pick<Target, 'address' | 'redialBytes' | 'oneConnection'> {
  /** Small letters, digits and hyphens: `clgrpc`. */
  name: string;
  /** Its version, its runtime’s and its compiler’s flags, as its owner gives them. */
  version?: string;
  conditions?: Pick<ArmConditions, 'runtimes' | 'builds'>;
}

/** The ways in which such a server is called: a name, a label and what is other. */
function waysOf({ redialBytes, oneConnection }: OutsideServer) {
  const ways: Array<[name: string, label: string, Partial<GrpcArm>]> = [
    ['as-it-stands', 'as it stands', {}],
  ];
  if (redialBytes !== undefined) {
    const bytes = redialBytes.toLocaleString('en');
    ways.push(['redialled', `a new connection every ${bytes} bytes`, { redialBytes }]);
  }
  if (oneConnection) ways.push(['one-connection', ...besides['one-connection']]);
  return ways;
}

/** An outside server as a record has it, without the outcome of its arms. */
export function systemOf(server: OutsideServer): OutsideSystem {
  const { name: id, version } = server;
  return {
    ...{ id, label: id, versions: version === undefined ? {} : { [id]: version } },
    arms: waysOf(server).map(([name, label]) => ({ name, label })),
  };
}

/** The arms of such a server. */
export function outsideArms(server: OutsideServer): GrpcArm[] {
  const { address, conditions } = server;
  const ways = waysOf(server);
  return outsideOutlines(systemOf(server)).map((outline, at) => ({
    ...{ ...outline, server: { address }, protocol: 'grpc' },
    ...(conditions && { conditions }),
    ...ways[at]?.[2],
  }));
}
