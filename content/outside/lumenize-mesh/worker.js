// Two objects that talk by lmz.call of @lumenize/mesh.
import { LumenizeDO, mesh } from '@lumenize/mesh';
import { routeDORequest } from '@lumenize/routing';
import { answerBatches, effectOf } from '../between/batches.js';

export class Called extends LumenizeDO {
  #effects = 0;

  @mesh()
  effect(n) {
    this.#effects += 1;
    return effectOf(n);
  }

  takeEffects() {
    const effects = this.#effects;
    this.#effects = 0;
    return effects;
  }
}

export class Caller extends LumenizeDO {
  #waiting = new Map();
  #last = 0;

  onRequest() {
    const other = `${this.lmz.instanceName}/0`;
    const { 0: client, 1: socket } = new WebSocketPair();
    socket.accept();
    answerBatches(
      socket,
      (n) => this.#call(other, n),
      () => this.env.CALLED.getByName(other).takeEffects(),
    );
    return new Response(null, { status: 101, webSocket: client });
  }

  /** A handler gets the result of a call: the number of the call tells it who waits. */
  #call(other, n) {
    return new Promise((resolve, reject) => {
      const id = (this.#last += 1);
      this.#waiting.set(id, { resolve, reject });
      const remote = this.ctn().effect(n);
      this.lmz.call('CALLED', other, remote, this.ctn().settle(id, remote));
    });
  }

  settle(id, result) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (result instanceof Error) waiting?.reject(result);
    else waiting?.resolve(result);
  }
}

export default {
  fetch: async (request, env) =>
    (await routeDORequest(request, env)) ?? new Response('not found', { status: 404 }),
};
