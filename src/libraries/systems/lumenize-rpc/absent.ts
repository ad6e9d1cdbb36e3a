/** Stands in for `@lumenize/rpc` if it is not installed, with the exports that are used. */
import type * as own from '../lumenize/rpc/client.ts';
import type * as ownServer from '../lumenize/rpc/server.ts';

/** Its version: none. */
export const lumenizeRpcVersion: string | undefined = undefined;

const missing = (): never => {
  throw new Error('@lumenize/rpc: got none, expected it to be installed');
};

type CreateHttpTransport = (
  binding: string,
  instance: string,
  options: { baseUrl: string; prefix?: string; fetch?: typeof fetch },
) => own.RpcTransport;
type Handle<Given extends unknown[], Answer> = (
  ...given: [...Given, object: object, options?: { prefix?: string; maxDepth?: number }]
) => Promise<Answer>;

export const createRpcClient: typeof own.createRpcClient = missing;
export const createWebSocketTransport: typeof own.createWebSocketTransport = missing;
export const createHttpTransport: CreateHttpTransport = missing;
export const handleRpcMessage: Handle<[WebSocket, string | ArrayBuffer], boolean> = missing;
export const handleRpcRequest: Handle<[Request], Response | undefined> = missing;
export const sendDownstream: typeof ownServer.sendDownstream = missing;
