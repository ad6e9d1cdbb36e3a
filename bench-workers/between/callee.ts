import { newWebSocketRpcSession } from 'capnweb';
import { RpcTarget } from 'cloudflare:workers';
import { effectOf } from '../../src/places/objects/protocol.ts';
import { targetClass } from '../../src/systems/capnweb/target.ts';
import { answerFrame } from '../../src/systems/lumenize/rpc/server.ts';
import { share } from '../guard/thread.ts';
import type { EffectTarget, RawAnswer } from './batch.ts';

/** What a client of Cap’n Web reaches. */
const Target = targetClass<EffectTarget>(['effect']);

/** The part of an object that others call: it counts its calls, and that is all it does. */
export class Callee {
  readonly #object: EffectTarget;
  readonly #ctx: DurableObjectState;
  #effects = 0;
  /** Whether each effect is stored. */
  writes = false;

  /** @param object whose `effect` every way of calling ends in, and is counted by {@link count} */
  constructor(object: EffectTarget, ctx: DurableObjectState) {
    this.#object = object;
    this.#ctx = ctx;
  }

  count(n: number, text: string): number {
    share(this.#ctx, Date.now());
    const effect = effectOf(n, text.length);
    this.#effects += 1;
    if (this.writes) this.#ctx.storage.kv.put('effects', this.#effects);
    return effect;
  }

  takeEffects(): number {
    const effects = this.#effects;
    this.#effects = 0;
    return effects;
  }

  /** Answers a request with JSON, or opens a socket over which the last part of its address is spoken. */
  async fetch(request: Request): Promise<Response> {
    const spoken = new URL(request.url).pathname.slice(1);
    if (spoken === 'effect') {
      const { n, text } = await request.json<{ n: number; text: string }>();
      return Response.json({ value: this.#object.effect(n, text) });
    }
    const { 0: client, 1: socket } = new WebSocketPair();
    socket.accept();
    // What stays open would keep this object in memory.
    socket.addEventListener('close', () => socket.close());
    if (spoken === 'capnweb') newWebSocketRpcSession(socket, new Target(this.#object));
    else this.#answer(socket, spoken === 'lumenize' ? this.#lumenize : this.#raw);
    return new Response(null, { status: 101, webSocket: client });
  }

  #answer(socket: WebSocket, answer: (text: string) => string | Promise<string>): void {
    socket.addEventListener('message', (event) => {
      const answered = answer(event.data as string);
      if (typeof answered === 'string') socket.send(answered);
      else void answered.then((text) => socket.send(text));
    });
  }

  readonly #raw = (message: string): string => {
    const { id, n, text } = JSON.parse(message) as { id: number; n: number; text: string };
    let answer: RawAnswer;
    try {
      answer = { id, value: this.#object.effect(n, text) };
    } catch (error) {
      answer = { id, error: String(error) };
    }
    return JSON.stringify(answer);
  };

  readonly #lumenize = (message: string): string | Promise<string> => {
    const target = { effect: (n: number, text: string) => this.#object.effect(n, text) };
    return answerFrame(target, message, 'bench/lumenize') ?? '';
  };
}

/** What a pipelined call goes to. */
export class Deferred extends RpcTarget {
  readonly #effect: () => number;

  constructor(effect: () => number) {
    super();
    this.#effect = effect;
  }

  value(): number {
    return this.#effect();
  }
}
