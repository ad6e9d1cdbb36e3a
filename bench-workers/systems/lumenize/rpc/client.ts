/** The client half: `createRpcClient` over a WebSocket or over HTTP. */
export { createRpcClient } from './client/create-client.ts';
export { createHttpTransport, type HttpTransportOptions } from './client/http-transport.ts';
export type { Transport } from './client/transport.ts';
export type { Received, Remote, RpcClient } from './client/types.ts';
export {
  createWebSocketTransport,
  type WebSocketTransportOptions,
} from './client/websocket-transport.ts';
