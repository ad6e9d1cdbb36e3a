// The Worker keeps a counter for each object, as every system here does.
import { DurableObject } from 'cloudflare:workers';
import { payloadAt } from 'roundtrip-bench';

export class Counter extends DurableObject {
  #downloads = 0;

  fetch() {
    const { 0: client, 1: server } = new WebSocketPair();
    this.ctx.acceptWebSocket(server);
    return new Response(null, { status: 101, webSocket: client });
  }

  webSocketMessage(socket, message) {
    const [id, method, argument] = JSON.parse(message);
    socket.send(JSON.stringify([id, this.#answer(method, argument)]));
  }

  webSocketClose(socket) {
    socket.close();
  }

  #answer(method, argument) {
    const { kv } = this.ctx.storage;
    const value = kv.get('value') ?? 0;
    switch (method) {
      case 'increment':
        kv.put('value', value + argument);
        return value + argument;
      case 'getValue':
        return value;
      case 'echo':
        return argument;
      case 'upload':
        return argument.length;
      case 'download':
        // A text that the client knows too, another one each time.
        return payloadAt(argument, this.#downloads++);
    }
  }
}

export default {
  fetch: (request, env) =>
    env.COUNTER.getByName(new URL(request.url).pathname.slice(1)).fetch(request),
};
