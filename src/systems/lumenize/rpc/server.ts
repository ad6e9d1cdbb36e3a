/** The server half: on a Durable Object as a whole, or by hand. */
export { answerFrame, answerOwnFrame, type FrameAnswer } from './server/answer.ts';
export {
  handleRpcMessage,
  handleRpcRequest,
  lumenizeRpcDO,
  sendDownstream,
  type RpcConfig,
} from './server/durable-object.ts';
export { declarePublicFunction, declarePublicMembers } from './server/expose.ts';
export { SUBPROTOCOL } from './protocol/protocol.ts';
export type { Cors } from './server/cors.ts';
export { MissingInstanceNameError, routeDORequest, type RouteOptions } from './server/routing.ts';
