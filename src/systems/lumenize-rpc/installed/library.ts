export {
  createHttpTransport,
  createRpcClient,
  createWebSocketTransport,
  handleRpcMessage,
  handleRpcRequest,
  sendDownstream,
} from '@lumenize/rpc';
