import { handleRpcMessage, handleRpcRequest, sendDownstream } from '#lumenize-rpc/library';
import { unreadableBody } from '../../../../bench-workers/guard/requests.ts';
import type { Server } from '../../../../bench-workers/server.ts';
import { serverBy, targetOf } from '../lumenize/server.ts';
import { makeCheck } from './check.ts';

/** The library runs the beginning of a chain again for each call that follows. */
const CONFIG = { prefix: '/bench/lumenize-rpc', maxDepth: 6 };

const overSockets = serverBy({
  makeCheck,
  take: ({ socket }, text, target) => void handleRpcMessage(socket, text, target, CONFIG),
  sendDownstream,
});

/** The npm package’s server half. */
export const server: Server = {
  ...overSockets,
  answer: async ({ request }, { service }) =>
    (await handleRpcRequest(request, targetOf(service), CONFIG)) ??
    unreadableBody('a batch of calls'),
};
