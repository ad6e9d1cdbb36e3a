/** The client half: `createRpcClient` over a WebSocket or over HTTP. */
export {
  createRpcClient,
  type Received,
  type Remote,
  type RpcClient,
} from './client/create-client.ts';
export {
  createHttpTransport,
  type HttpTransportOptions,
  type Transport,
} from './client/transport.ts';
export {
  createWebSocketTransport,
  type WebSocketTransportOptions,
} from './client/websocket-transport.ts';
