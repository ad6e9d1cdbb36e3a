import { limits } from '../../../bench-workers/limits.ts';
import { BenchObject } from '../../../bench-workers/object.ts';
import { answerBatch } from './answer.ts';
import { checkTrpc } from './check.ts';
import { TrpcConnection } from './connection.ts';
import { counterRouter } from './router.ts';

/** tRPC’s server half: a connection for each socket, in memory, or one batch for each request. */
export class TrpcObject extends BenchObject {
  protected override serve(request: Request): Response | Promise<Response> {
    const ctx = { counter: this.service };
    if (request.headers.get('Upgrade') === null) {
      return answerBatch(request, counterRouter, ctx, limits.answerSeconds.arms);
    }
    const { 0: client, 1: server } = new WebSocketPair();
    const connection = new TrpcConnection(counterRouter, ctx, (text) => server.send(text));
    this.acceptInMemory(server, checkTrpc, (message) => {
      if (typeof message === 'string') connection.message(message);
      else this.end(server, UNSUPPORTED, 'expected text frames');
    });
    return new Response(null, { status: 101, webSocket: client });
  }
}

/** Unsupported data (RFC 6455, section 7.4.1). */
const UNSUPPORTED = 1003;
