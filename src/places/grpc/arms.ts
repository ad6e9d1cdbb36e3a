/** The arms as data: which server is called, by which protocol, and over which connections. */
import type { ArmOutline, OutsideSystem, Reasons } from '../../harness/plan/index.ts';
import { outsideOutlines } from '../../harness/plan/index.ts';
import { loadSpecs } from './workloads.ts';

/** The servers that a run starts itself, by what serves and in which language. */
export const servers = ['grpc-go', 'grpc-js', 'connect', 'http2/go', 'tcp/go'] as const;
export type ServerId = (typeof servers)[number];

/** The server that a load generator calls. It is handed to it as JSON when a connection is to be opened. */
export interface Target {
  /**
   * How it is called: as gRPC, or with the same messages over a bare HTTP/2 stream or over TCP. `nothing`
   * is a server within the generator that answers without looking, so that what is measured is the
   * generator.
   */
  protocol: 'grpc' | 'http2' | 'tcp' | 'nothing';
  /** `127.0.0.1:50051`; empty for `nothing`. */
  address: string;
  /** Request messages’ bytes on a connection after which a client opens a new one; never where it is left out. */
  redialBytes?: number;
  /** One connection for all clients, each with streams of its own, in the place of one each. */
  oneConnection?: true;
  /** Called in a bare loop that times nothing but the whole: what the generator costs is the difference. */
  bare?: true;
}

/** A server, and how it is called. */
export interface GrpcArm extends ArmOutline, Pick<Target, 'redialBytes' | 'oneConnection'> {
  /** A server that the run starts, or one that runs already and is called by its address. */
  server: ServerId | { address: string };
  protocol: Exclude<Target['protocol'], 'nothing'>;
  /** A proxy in between, which writes each frame in two pieces; whether its sockets wait to fill a packet. */
  proxied?: 'nodelay' | 'nagle';
  /** Bound to no processor, its caller neither, where others are. */
  unpinned?: true;
  optional?: true;
  cannot?: Reasons;
}

const goLabel = 'Go (grpc-go)';
const nodeLabel = 'Node (grpc-js)';
const connectLabel = 'Node (Connect)';

/** Workloads whose client has only one connection anyway. */
const ofOneClient: Reasons = Object.fromEntries(
  loadSpecs
    .filter(({ clients }) => clients === 1)
    .map(({ id }) => [id, 'A lone client has one connection in any case.']),
);

function oneConnection(server: ServerId, label: string): GrpcArm {
  return {
    ...{ id: `${server}/one-connection`, system: server, server, protocol: 'grpc' },
    label: `${label}, one connection`,
    ...{ oneConnection: true, cannot: ofOneClient, optional: true },
  };
}

function proxied(server: ServerId, label: string, how: 'nodelay' | 'nagle'): GrpcArm {
  const does = how === 'nagle' ? 'without' : 'with';
  return {
    ...{ id: `${server}/${how}`, system: server, server, protocol: 'grpc', proxied: how },
    label: `${label}, two writes a frame ${does} TCP_NODELAY`,
    optional: true,
  };
}

/** The arms that this project brings. */
export const arms: readonly GrpcArm[] = [
  {
    ...{ id: 'grpc-go', system: 'grpc-go', label: goLabel, spoken: 'grpc-go' },
    ...{ server: 'grpc-go', protocol: 'grpc' },
  },
  { id: 'grpc-js', system: 'grpc-js', label: nodeLabel, server: 'grpc-js', protocol: 'grpc' },
  { id: 'connect', system: 'connect', label: connectLabel, server: 'connect', protocol: 'grpc' },
  oneConnection('grpc-go', goLabel),
  oneConnection('grpc-js', nodeLabel),
  oneConnection('connect', connectLabel),
  proxied('grpc-go', goLabel, 'nagle'),
  proxied('grpc-go', goLabel, 'nodelay'),
  proxied('grpc-js', nodeLabel, 'nagle'),
  proxied('grpc-js', nodeLabel, 'nodelay'),
  {
    ...{ id: 'grpc-go/unpinned', system: 'grpc-go', server: 'grpc-go', protocol: 'grpc' },
    ...{ label: `${goLabel}, bound to no processor`, unpinned: true, optional: true },
  },
  {
    ...{ id: 'http2/go', system: 'http2', server: 'http2/go', protocol: 'http2' },
    label: 'HTTP/2 without gRPC, Go',
  },
  {
    ...{ id: 'tcp/go', system: 'tcp', server: 'tcp/go', protocol: 'tcp' },
    label: 'TCP without gRPC, Go',
  },
];

/** A server of somebody else’s that runs already, as `--server` names it. */
export interface OutsideServer extends Pick<Target, 'address' | 'redialBytes' | 'oneConnection'> {
  /** Small letters, digits and hyphens: `clgrpc`. */
  name: string;
  /** Its version, as its owner gives it. */
  version?: string;
}

/** An outside server as a record has it, without the outcome of its arms. */
export function systemOf({
  name,
  redialBytes,
  oneConnection: one,
  version,
}: OutsideServer): OutsideSystem {
  return {
    ...{ id: name, label: name, versions: version === undefined ? {} : { [name]: version } },
    arms: [
      { name: 'as-it-stands', label: 'as it stands' },
      ...(redialBytes === undefined
        ? []
        : [
            {
              name: 'redialled',
              label: `a new connection every ${redialBytes.toLocaleString('en')} bytes`,
            },
          ]),
      ...(one ? [{ name: 'one-connection', label: 'one connection' }] : []),
    ],
  };
}

/** The arms of such a server. */
export function outsideArms(server: OutsideServer): GrpcArm[] {
  const { address, redialBytes } = server;
  const system = systemOf(server);
  return outsideOutlines(system).map((outline, at): GrpcArm => {
    const name = system.arms[at]?.name;
    return {
      ...{ ...outline, server: { address }, protocol: 'grpc' },
      ...(name === 'redialled' && redialBytes !== undefined && { redialBytes }),
      ...(name === 'one-connection' && { oneConnection: true, cannot: ofOneClient }),
    };
  });
}
