/** The arms as data: what is called, by which protocol, and what is between. */
import type { ArmOutline, OutsideSystem, Reasons } from '../harness/plan/index.ts';
import { outsideOutlines } from '../harness/plan/index.ts';
import type { Generator } from '../harness/record/index.ts';
import { loadSpecs } from './specs.ts';
import type { Target } from './target.ts';

/** The servers that a run starts itself, by what serves and in which language. */
export const servers = [
  'grpc-go',
  'grpc-js',
  'connect',
  'http2/go',
  'http2/node',
  'tcp/go',
  'tcp/node',
] as const;
export type ServerId = (typeof servers)[number];

/** Whether a server is a program of bench-servers/grpc-go. */
export function needsGo(server: GrpcArm['server']): boolean {
  return server === 'grpc-go' || server === 'http2/go' || server === 'tcp/go';
}

/** Who is called, and how. */
export interface GrpcArm extends ArmOutline {
  /** A server that the run starts, or one that runs already and is called by its address. */
  server: ServerId | { address: string };
  protocol: Exclude<Target['protocol'], 'nothing'>;
  redialBytes?: number;
  oneConnection?: true;
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

/** What has only one connection anyway. */
const ofOneClient: Reasons = Object.fromEntries(
  loadSpecs
    .filter(({ clients }) => clients === 1)
    .map(({ id }) => [id, 'A lone client has one connection in any case.']),
);

/** The arms that a generator measures unless others are asked for. */
const usual: Readonly<Record<Generator, readonly string[]>> = {
  'grpc-go': ['grpc-go', 'grpc-js', 'connect', 'http2/go', 'tcp/go'],
  'grpc-js': ['grpc-js', 'connect', 'http2/node', 'tcp/node'],
};

function oneConnection(server: ServerId, label: string): GrpcArm {
  return {
    ...{ id: `${server}/one-connection`, system: server, server, protocol: 'grpc' },
    label: `${label}, one connection`,
    ...{ oneConnection: true, cannot: ofOneClient },
  };
}

function proxied(server: ServerId, label: string, how: 'nodelay' | 'nagle'): GrpcArm {
  const does = how === 'nagle' ? 'without' : 'with';
  return {
    ...{ id: `${server}/${how}`, system: server, server, protocol: 'grpc', proxied: how },
    label: `${label}, two writes a frame ${does} TCP_NODELAY`,
  };
}

const all: readonly GrpcArm[] = [
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
    ...{ label: `${goLabel}, bound to no processor`, unpinned: true },
  },
  ...(['go', 'node'] as const).flatMap((language): GrpcArm[] => {
    const name = language === 'go' ? 'Go' : 'Node';
    return [
      {
        ...{ id: `http2/${language}`, system: 'http2', server: `http2/${language}` },
        ...{ protocol: 'http2', label: `HTTP/2 without gRPC, ${name}` },
      },
      {
        ...{ id: `tcp/${language}`, system: 'tcp', server: `tcp/${language}` },
        ...{ protocol: 'tcp', label: `TCP without gRPC, ${name}` },
      },
    ];
  }),
];

/** All arms that this project brings, those optional that this generator does not measure by itself. */
export function armsOf(generator: Generator): GrpcArm[] {
  return all.map((arm) =>
    usual[generator].includes(arm.id) ? arm : { ...arm, optional: true as const },
  );
}

/** A server of somebody else’s that runs already, as `--server` names it. */
export interface OutsideServer {
  /** Small letters, digits and hyphens: `clgrpc`. */
  name: string;
  /** `127.0.0.1:50055` */
  address: string;
  /** Request messages’ bytes on a connection after which an arm of its own opens a new one. */
  redialBytes?: number;
  /** Whether an arm of its own has one connection for all clients. */
  oneConnection?: true;
  /** What its owner says of its version. */
  version?: string;
}

/** What a record says of it besides what its arms did. */
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

/** What a machine can measure. */
export interface Measurable {
  /** What calls. */
  generator: Generator;
  /** Whether the programs in Go are there. */
  go: boolean;
  /** Servers of somebody else’s. */
  servers: readonly OutsideServer[];
}

/** All arms that a machine can measure, those from outside last. */
export function armsFor({ generator, go, servers: outside }: Measurable): GrpcArm[] {
  const own = armsOf(generator).filter(({ server }) => go || !needsGo(server));
  return [...own, ...outside.flatMap(outsideArms)];
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
