/** The server half: on a Durable Object as a whole, or by hand. */
export { answerFrame, type FrameAnswer } from './server/answer.ts';
export {
  handleRpcMessage,
  handleRpcRequest,
  lumenizeRpcDO,
  sendDownstream,
  type RpcConfig,
  type RpcHost,
} from './server/durable-object.ts';
export { declarePublicFunction, declarePublicMembers } from './server/expose.ts';
export { SUBPROTOCOL } from './protocol/protocol.ts';
export { routeDORequest } from './server/routing.ts';
