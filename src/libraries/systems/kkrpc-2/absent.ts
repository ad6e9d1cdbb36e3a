/** Stands in for kkrpc 2 if it is not installed, with the types of what is used. */

/** Its version: none. */
export const kkrpc2Version: string | undefined = undefined;

const missing = (): never => {
  throw new Error('kkrpc-2: got none, expected it to be installed');
};

/** Only the library looks into it. */
type Transport = object;
type ChannelClass = new <Remote extends object>(
  transport: Transport,
  options?: { expose?: object; timeout?: number; onClose?: () => void },
) => { getAPI(): Remote; destroy(): void };

export const RPCChannel = missing as unknown as ChannelClass;
export const StreamingRPCChannel = missing as unknown as ChannelClass;
export const wrap: <Remote extends object>(transport: Transport) => Remote = missing;
export const expose: (api: object, transport: Transport) => unknown = missing;
export const dispose: (remote: object) => void = missing;
export const withCallOptions: <Remote extends object>(
  remote: Remote,
  options: { signal: AbortSignal },
) => Remote = missing;
export const transfer: <Value>(value: Value, transfers: ArrayBuffer[]) => Value = missing;
export const webSocketTransport: (socket: object) => Transport = missing;
export const workerTransport: (worker: object) => Transport = missing;
export const workerSelfTransport: () => Transport = missing;
export const iframeParentTransport: (frame: object) => Transport = missing;
export const iframeChildTransport: () => Transport = missing;
export const stdioJsonTransport: (
  streams: Readonly<Record<'readable' | 'writable' | 'lifecycle', object>>,
) => Transport = missing;
export const nodeStdioTransport: () => Transport = missing;
export const httpClientTransport: (options: { url: string; fetch?: typeof fetch }) => Transport =
  missing;
export const createHttpHandler: (api: object) => (request: Request) => Promise<Response> = missing;
