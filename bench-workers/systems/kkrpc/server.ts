import { RPCChannel } from 'kkrpc/browser';
import { armOf, BenchObject } from '../../object.ts';
import { publicMethods } from '../../service.ts';
import { serializationOf, SocketIo } from './channel.ts';
import { sealed } from './sealed.ts';

/** kkrpc’s server half: a channel for each socket, in memory as long as the socket is open. */
export class KkrpcObject extends BenchObject {
  override fetch(request: Request): Response {
    this.enter(request);
    const { 0: client, 1: server } = new WebSocketPair();
    this.acceptInMemory(server);
    new RPCChannel(new SocketIo(server), {
      expose: sealed(this.service, publicMethods),
      serialization: { version: serializationOf(armOf(request)) },
    });
    return new Response(null, { status: 101, webSocket: client });
  }
}
