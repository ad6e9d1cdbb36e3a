/** Stands in for `@lumenize/rpc` if it is not installed, with the exports that are used. */
import type * as own from '../lumenize/rpc/client.ts';

/** Its version: none. */
export const version: string | undefined = undefined;

const missing = (): never => {
  throw new Error('@lumenize/rpc: got none, expected it to be installed');
};

interface ServerOptions {
  prefix?: string;
  maxDepth?: number;
}

interface HttpOptions {
  baseUrl: string;
  prefix?: string;
  fetch?: typeof fetch;
}

type CreateHttpTransport = (
  binding: string,
  instance: string,
  options: HttpOptions,
) => own.RpcTransport;
type HandleMessage = (
  socket: WebSocket,
  message: string | ArrayBuffer,
  object: object,
  options?: ServerOptions,
) => Promise<boolean>;
type HandleRequest = (
  request: Request,
  object: object,
  options?: ServerOptions,
) => Promise<Response | undefined>;
type Send = (clientIds: string | string[], object: object, payload: unknown) => Promise<void>;

export const createRpcClient: typeof own.createRpcClient = missing;
export const createWebSocketTransport: typeof own.createWebSocketTransport = missing;
export const createHttpTransport: CreateHttpTransport = missing;
export const handleRpcMessage: HandleMessage = missing;
export const handleRpcRequest: HandleRequest = missing;
export const sendDownstream: Send = missing;
