/** The client half: `createRpcClient` over a WebSocket or over HTTP. */
export {
  createRpcClient,
  type Received,
  type Remote,
  type RpcClient,
} from './client/create-client.ts';
export {
  createHttpTransport,
  createWebSocketTransport,
  type HttpTransportOptions,
  type Transport,
  type WebSocketTransportOptions,
} from './client/transport.ts';
