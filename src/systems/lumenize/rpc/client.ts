/** The client half: `createRpcClient` over a WebSocket, over HTTP, or over a transport of one's own. */
export {
  createRpcClient,
  type Received,
  type Remote,
  type RemoteMembers,
  type RpcClient,
  type RpcClientConfig,
} from './client/create-client.ts';
export { createHttpTransport, type HttpTransportOptions } from './client/http-transport.ts';
export { getLastBatchRequest, setInspectMode } from './client/inspect.ts';
export type { BatchRequest, BatchResponse, RpcTransport } from './client/transport.ts';
export {
  createWebSocketTransport,
  type WebSocketTransportOptions,
} from './client/web-socket-transport.ts';
