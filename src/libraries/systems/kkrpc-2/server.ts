import * as kkrpc from '#kkrpc-2/library';
import type { Server } from '../../../../bench-workers/server.ts';
import { methodsOf } from '../../../wire/service/service.ts';
import type { ClientOffer } from '../kkrpc/channel.ts';
import { offerTo } from '../kkrpc/server.ts';
import { makeCheck } from './check.ts';
import { STREAM } from './system.ts';

/** A channel over a socket that stays in memory, by the library’s own transport, or a handler for each request. */
export const server: Server = {
  makeCheck,
  serve({ socket }, offer, arm) {
    const { expose, close } = offerTo(offer, () => remote);
    const Channel = arm === STREAM ? kkrpc.StreamingRPCChannel : kkrpc.RPCChannel;
    const remote = new Channel<ClientOffer>(kkrpc.webSocketTransport(socket), { expose }).getAPI();
    return { close };
  },
  answer: ({ request }, { service }) => kkrpc.createHttpHandler(methodsOf(service))(request),
};
