// Two objects that talk by @lumenize/call, as its commit exports it. LumenizeBase must be loaded before it.
import { LumenizeBase } from '@lumenize/lumenize-base';
import '@lumenize/core';
import '@lumenize/call';
import { answerBatches, effectOf } from '../between/batches.js';

export class Called extends LumenizeBase {
  #effects = 0;

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

export class Caller extends LumenizeBase {
  #waiting = new Map();
  #last = 0;

  async fetch(request) {
    await this.__lmzInit({ doBindingName: 'CALLER' });
    const other = `${new URL(request.url).pathname.split('/').at(-1)}/0`;
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
      this.svc.call('CALLED', other, remote, this.ctn().settle(id, remote));
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
  fetch: (request, env) =>
    env.CALLER.getByName(new URL(request.url).pathname.split('/').at(-1)).fetch(request),
};
