import { handleRpcMessage, handleRpcRequest, sendDownstream } from '#lumenize-rpc/library';
import { serverBy } from '../lumenize/server.ts';
import { guard } from './guard.ts';

/** The library runs the beginning of a chain again for each call that follows. */
const CONFIG = { prefix: '/bench/lumenize-rpc', maxDepth: 6 };

/** The npm package’s server half. */
export const server = serverBy({
  guard,
  take: ({ socket }, text, target) => void handleRpcMessage(socket, text, target, CONFIG),
  answer: (request, target) => handleRpcRequest(request, target, CONFIG),
  sendDownstream,
});
