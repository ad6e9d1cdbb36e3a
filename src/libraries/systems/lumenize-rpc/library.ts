/** The exports that are used: a bundler leaves out the others, as a class of objects that no page needs. */
export {
  createHttpTransport,
  createRpcClient,
  createWebSocketTransport,
  handleRpcMessage,
  handleRpcRequest,
  sendDownstream,
} from '@lumenize/rpc';
