/** Stands in the place of `@lumenize/rpc` where it is not installed, and says what of it is used. */

/** What sends the batches of a client. */
export interface Transport {
  /** Opens the connection; resolves at once where it is open. */
  connect?(): Promise<void>;
  /** Has it connect again by itself whenever its connection is lost, or no longer. */
  setKeepAlive(enabled: boolean): void;
}

interface TransportOptions {
  baseUrl?: string;
  prefix?: string;
  /** Deadline of a batch, in ms. */
  timeout?: number;
  WebSocketClass?: new (url: string, protocols?: string | string[]) => WebSocket;
  clientId?: string;
  onDownstream?: (payload: unknown) => void;
  onClose?: (code: number, reason: string) => void;
}

interface ClientOptions {
  transport: Transport;
  clientId?: string;
  onDownstream?: (payload: unknown) => void;
}

interface ServerOptions {
  prefix?: string;
  maxDepth?: number;
}

const missing = (): never => {
  throw new Error('@lumenize/rpc: got none, expected it to be installed');
};

type CreateClient = (options: ClientOptions) => object;
type CreateTransport = (binding: string, instance: string, options?: TransportOptions) => Transport;
type CreateHttpTransport = (
  binding: string,
  instance: string,
  options?: { baseUrl?: string; prefix?: string; fetch?: typeof globalThis.fetch },
) => Transport;
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

export const createRpcClient: CreateClient = missing;
export const createWebSocketTransport: CreateTransport = missing;
export const createHttpTransport: CreateHttpTransport = missing;
export const handleRpcMessage: HandleMessage = missing;
export const handleRpcRequest: HandleRequest = missing;
export const sendDownstream: Send = missing;
