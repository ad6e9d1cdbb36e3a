import { RPCChannel } from 'kkrpc/browser';
import { createHttpHandler } from 'kkrpc/http';
import type { Offer, Server } from '../../../../bench-workers/server.ts';
import { Pending } from '../../../wire/links/pending.ts';
import type { Shape } from '../../../wire/service/items.ts';
import { methodsOf } from '../../../wire/service/service.ts';
import { type ClientOffer, serializationOf, SocketIo } from './channel.ts';
import { makeCheck } from './check.ts';

/** The methods of the service as both versions offer them, and the end of calls and streams when the client is lost. */
export function offerTo({ serviceFor }: Offer, remote: () => ClientOffer) {
  const pending = new Pending();
  const lost = new AbortController();
  const service = serviceFor({ clientName: () => pending.settle(() => remote().clientName()) });
  const expose = {
    ...methodsOf(service),
    calledBack(count: number, given: unknown) {
      const call = (index: number) => pending.settle(() => remote().run(given as number, index));
      // Sent with every call of the function, so nothing that could be long.
      return service.calledBack(count, typeof given === 'number' ? call : (given as never));
    },
    async downTo(shape: Shape, take: (item: string) => void) {
      const items = service.down(shape);
      lost.signal.addEventListener('abort', () => void items.return());
      for await (const item of items) take(item);
    },
  };
  const close = () => {
    pending.end(new Error('the client closed its socket'));
    lost.abort();
  };
  return { expose, close };
}

/** A channel over a socket that stays in memory, or one for each request that is posted. */
export const server: Server = {
  makeCheck,
  serve({ socket }, offer, arm) {
    const io = new SocketIo(socket);
    // The library tells nobody that a client is lost: this bench ends its calls and streams itself.
    const { expose, close } = offerTo(offer, () => remote);
    const remote = new RPCChannel<typeof expose, ClientOffer>(io, {
      expose,
      serialization: serializationOf(arm),
    }).getAPI();
    return {
      take(message) {
        if (typeof message === 'string') io.take(message);
      },
      close,
    };
  },
  async answer({ text }, { service }) {
    const handler = createHttpHandler(methodsOf(service));
    const answer = await handler.handleRequest(text);
    return new Response(answer, { headers: { 'Content-Type': 'application/json' } });
  },
};
