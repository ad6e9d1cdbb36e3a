// The Worker keeps a counter for each object, as every system here does.
import { DurableObject } from 'cloudflare:workers';

export class Counter extends DurableObject {
  fetch() {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    return new Response(null, { status: 101, webSocket: client });
  }

  webSocketMessage(socket, message) {
    const [id, method, amount = 0] = JSON.parse(message);
    const { kv } = this.ctx.storage;
    const value = (kv.get('value') ?? 0) + amount;
    if (method === 'increment') kv.put('value', value);
    socket.send(JSON.stringify([id, value]));
  }

  webSocketClose(socket) {
    socket.close();
  }
}

export default {
  fetch: (request, env) =>
    env.COUNTER.getByName(new URL(request.url).pathname.slice(1)).fetch(request),
};
