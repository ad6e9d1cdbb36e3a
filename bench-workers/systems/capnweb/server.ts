import { newHttpBatchRpcResponse, newWebSocketRpcSession } from 'capnweb';
import { BenchObject } from '../../object.ts';

/**
 * Cap’n Web’s server half: a session over a socket that stays in memory, or one for each request. A
 * client can reach the service’s methods and nothing else, because it is an RpcTarget; so is a cursor.
 */
export class CapnwebObject extends BenchObject {
  override fetch(request: Request): Response | Promise<Response> {
    this.touch();
    if (request.method === 'POST') return newHttpBatchRpcResponse(request, this.service);
    const { 0: client, 1: server } = new WebSocketPair();
    this.acceptInMemory(server);
    newWebSocketRpcSession(server, this.service);
    return new Response(null, { status: 101, webSocket: client });
  }
}
