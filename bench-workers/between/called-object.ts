import { newWebSocketRpcSession } from 'capnweb';
import { DurableObject, RpcTarget } from 'cloudflare:workers';
import { effectOf } from '../../src/wire/objects/protocol.ts';
import { targetClass } from '../../src/libraries/systems/capnweb/target.ts';
import { answerFrame } from '../../src/libraries/systems/lumenize/rpc/server.ts';
import type { Env } from '../env.ts';
import { share } from '../guard/isolate.ts';
import type { EffectTarget, RawAnswer } from './batch.ts';
import { perform } from './ways/suspects.ts';

/** What a client of Cap’n Web reaches. */
const Target = targetClass<EffectTarget>(['effect']);

/** A cursor for another object, by the RPC that Workers have. */
class NativeCursor extends RpcTarget {
  #place = 0;

  advance(): number {
    return (this.#place += 1);
  }
}

/**
 * The part of an object that other objects call, and clients never reach. It counts its calls, and that is
 * all it does: each way of calling ends in `effect`.
 */
export abstract class CalledObject extends DurableObject<Env> implements EffectTarget {
  #effects = 0;
  #writes = false;

  /** Puts the end of the object off, as it is used now. */
  protected abstract putOff(now: number): void;

  nativeCursor(): NativeCursor {
    return new NativeCursor();
  }

  effect(n: number): number {
    share(this.ctx, Date.now());
    const effect = effectOf(n);
    this.#effects += 1;
    if (this.#writes) this.ctx.storage.kv.put('effects', this.#effects);
    return effect;
  }

  /** Has each call that follows write to the storage, or none. */
  store(writes: boolean): void {
    this.#writes = writes;
    if (writes) this.putOff(Date.now());
  }

  /** How often it was called since it was last asked. */
  takeEffects(): number {
    const effects = this.#effects;
    this.#effects = 0;
    return effects;
  }

  /** Does what a serialized continuation says, and gives the result back as serialized. */
  perform(continuation: string): string {
    return perform(this, continuation);
  }

  /** Answers a request with JSON, or opens a socket over which the last part of its address is spoken. */
  protected async answerObject(request: Request): Promise<Response> {
    const spoken = new URL(request.url).pathname.slice(1);
    if (spoken === 'effect') {
      const { n } = await request.json<{ n: number }>();
      return Response.json({ value: this.effect(n) });
    }
    const { 0: client, 1: socket } = new WebSocketPair();
    socket.accept();
    // What stays open would keep this object in memory.
    socket.addEventListener('close', () => socket.close());
    if (spoken === 'capnweb') newWebSocketRpcSession(socket, new Target(this));
    else {
      const answer = spoken === 'lumenize' ? this.#answerLumenize : this.#answerRaw;
      socket.addEventListener('message', (event) => {
        const answered = answer(event.data as string);
        if (typeof answered === 'string') socket.send(answered);
        else void answered.then((text) => socket.send(text));
      });
    }
    return new Response(null, { status: 101, webSocket: client });
  }

  readonly #answerRaw = (message: string): string => {
    const { id, n } = JSON.parse(message) as { id: number; n: number };
    let answer: RawAnswer;
    try {
      answer = { id, value: this.effect(n) };
    } catch (error) {
      answer = { id, error: String(error) };
    }
    return JSON.stringify(answer);
  };

  readonly #answerLumenize = (message: string): string | Promise<string> => {
    const target = { effect: (n: number) => this.effect(n) };
    return answerFrame(target, message, 'bench/lumenize') ?? '';
  };
}
