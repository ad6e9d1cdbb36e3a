/** What a probe is given: clients of one system, for a fresh object of its own on the real bench. */
import type { RouterClient } from '@orpc/server';
import type { TRPCClient } from '@trpc/client';
import type { RpcStub } from 'capnweb';
import type { ClientMethods, ProbeMethods } from '../../../bench-workers/probes/methods.ts';
import type {
  RemoteMembers,
  WebSocketTransportOptions,
} from '../../systems/lumenize/rpc/client.ts';
import type { ProbeRouter as OrpcRouter } from '../../systems/orpc/probe-router.ts';
import type { ProbeRouter as TrpcRouter } from '../../systems/trpc/probe-router.ts';
import type { WebSocketClass } from '../../places/bench/options.ts';
import type { SocketLog } from './socket-log.ts';

/** The systems that are probed, the floor last. */
export const systemIds = [
  'lumenize',
  'capnweb',
  'kkrpc',
  'trpc',
  'orpc',
  'fetch-json',
  'raw-websocket',
] as const;
export type SystemId = (typeof systemIds)[number];

/** The methods as every client offers them; what a system cannot do of it fails when it is tried. */
export type ProbeApi = RemoteMembers<ProbeMethods> & Disposable;

/** One open client. Leaving its scope closes it. */
export interface Connection extends Disposable {
  api: ProbeApi;
  log: SocketLog;
}

/** What every system's kit has. */
export interface Kit {
  system: SystemId;
  /** Address of the object for this system, with `ws` or `http`. */
  address(scheme: 'ws' | 'http'): string;
  /** A client of the object, over a WebSocket that is open. */
  connect(): Promise<Connection>;
}

export interface LumenizeKit extends Kit {
  connect(
    options?: Pick<WebSocketTransportOptions, 'timeout' | 'clientId' | 'onDownstream' | 'onClose'>,
  ): Promise<Connection>;
  /** A client over HTTP; `requests` counts what it posts. */
  post(): { api: ProbeApi; requests: () => number };
}

export interface CapnwebKit extends Kit {
  /** @param main what the client offers to the server */
  connect(main?: ClientMethods): Promise<Connection & { stub: RpcStub<ProbeMethods> }>;
  /** A batch over HTTP: all calls of one turn are one request. */
  post(): ProbeApi;
}

export interface KkrpcKit extends Kit {
  /** @param expose what the client offers to the server */
  connect(expose?: ClientMethods): Promise<Connection & { freeCallbacks(): void }>;
  post(): ProbeApi;
}

/** A client over HTTP, with the method and address of each of its requests. */
interface Posted {
  api: ProbeApi;
  requests: readonly string[];
}

export interface TrpcKit extends Kit {
  connect(options?: {
    onClose?: () => void;
  }): Promise<Connection & { client: TRPCClient<TrpcRouter> }>;
  post(): Posted;
}

export interface OrpcKit extends Kit {
  connect(): Promise<Connection & { client: RouterClient<OrpcRouter> }>;
  /** @param method of the requests; GET for procedures that are routed so */
  post(method?: 'GET' | 'POST'): Posted;
}

export interface Kits {
  lumenize: LumenizeKit;
  capnweb: CapnwebKit;
  kkrpc: KkrpcKit;
  trpc: TrpcKit;
  orpc: OrpcKit;
  'fetch-json': Kit;
  'raw-websocket': Kit;
}

/** Where the probes run: a browser or Node, against one bench. */
export interface ProbeWorld {
  origin: string;
  WebSocketClass: WebSocketClass;
  /** A new id of an object. */
  freshObject(): string;
}

/** Addresses of an object of the probes, by scheme. */
export function address(origin: string, path: string): Kit['address'] {
  return (scheme) => `${origin.replace(/^http/, scheme)}/bench/probe/${path}`;
}
