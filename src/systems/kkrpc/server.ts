import { RPCChannel } from 'kkrpc/browser';
import { armOf, BenchObject } from '../../../bench-workers/object.ts';
import { publicMethods } from '../../../bench-workers/service.ts';
import { type ClientMethods, serializationOf, type ServerMethods } from './channel.ts';
import { guardedIo } from './guarded-io.ts';
import { sealed } from './sealed.ts';
import { settling } from './settling.ts';

/** kkrpc’s server half: a channel for each socket, in memory as long as the socket is open. */
export class KkrpcObject extends BenchObject {
  protected override serve(request: Request): Response {
    const { 0: client, 1: server } = new WebSocketPair();
    const io = guardedIo(server, ['request', 'response'], (onMessage) =>
      this.acceptInMemory(server, undefined, onMessage),
    );
    const settle = settling(server);
    const calledBack: ServerMethods['calledBack'] = (count, given) => {
      // Sent with every call of the function, so nothing that could be long.
      if (typeof given !== 'number') {
        throw new TypeError(`calledBack: got a ${typeof given}, expected the number of a function`);
      }
      return this.service.calledBack(count, (index) => settle(() => remote.run(given, index)));
    };
    const expose = sealed(this.service, publicMethods, { calledBack });
    const remote = new RPCChannel<typeof expose, ClientMethods>(io, {
      expose,
      serialization: { version: serializationOf(armOf(request)) },
    }).getAPI();
    return new Response(null, { status: 101, webSocket: client });
  }
}
