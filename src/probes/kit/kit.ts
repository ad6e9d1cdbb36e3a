/** What a probe is given: clients of one system, for a fresh object of its own on the real bench. */
import type { RpcStub } from 'capnweb';
import type { ClientMethods, ProbeMethods } from '../../../bench-workers/probes/methods.ts';
import type {
  RemoteMembers,
  WebSocketTransportOptions,
} from '../../../bench-workers/systems/lumenize/rpc/client.ts';
import type { WebSocketClass } from '../../harness/plan/index.ts';
import type { SocketLog } from './socket-log.ts';

/** The systems that are probed, the floor last. */
export const systemIds = ['lumenize', 'capnweb', 'kkrpc', 'raw-websocket'] as const;
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

export interface Kits {
  lumenize: LumenizeKit;
  capnweb: CapnwebKit;
  kkrpc: KkrpcKit;
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
