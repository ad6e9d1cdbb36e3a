import { RPCChannel } from 'kkrpc/browser';
import { armOf, BenchObject } from '../../object.ts';
import { publicMethods } from '../../service.ts';
import { serializationOf } from './channel.ts';
import { guardedIo } from './guarded-io.ts';
import { sealed } from './sealed.ts';

/** kkrpc’s server half: a channel for each socket, in memory as long as the socket is open. */
export class KkrpcObject extends BenchObject {
  override fetch(request: Request): Response {
    this.enter(request);
    const { 0: client, 1: server } = new WebSocketPair();
    const io = guardedIo(server, ['request'], (onMessage) =>
      this.acceptInMemory(server, undefined, onMessage),
    );
    new RPCChannel(io, {
      expose: sealed(this.service, publicMethods),
      serialization: { version: serializationOf(armOf(request)) },
    });
    return new Response(null, { status: 101, webSocket: client });
  }
}
