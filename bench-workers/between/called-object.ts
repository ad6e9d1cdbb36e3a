import { DurableObject, RpcTarget } from 'cloudflare:workers';
import { effectOf } from '../../src/wire/objects/protocol.ts';
import type { BenchMethods, Env, NativeCursor } from '../env.ts';
import { yieldIfBusy } from '../guard/isolate.ts';
import { jsonError } from '../http.ts';
import { perform, spokenBetween } from './ways.ts';

/** A cursor that another object moves. */
class Cursor extends RpcTarget implements NativeCursor {
  #place = 0;

  advance(): number {
    return (this.#place += 1);
  }
}

/** The part of an object that only other objects call. It counts its calls: each way of calling ends in `effect`. */
export abstract class CalledObject extends DurableObject<Env> implements BenchMethods {
  abstract evict(): void;
  abstract call(...call: Parameters<BenchMethods['call']>): Promise<unknown>;

  #effects = 0;
  #writes = false;

  /** Puts off the end of the object, because it is used now. */
  protected abstract putOff(now: number): void;

  nativeCursor(): NativeCursor {
    return new Cursor();
  }

  effect(n: number): number {
    yieldIfBusy(this.ctx, Date.now());
    const effect = effectOf(n);
    this.#effects += 1;
    if (this.#writes) this.ctx.storage.kv.put('effects', this.#effects);
    return effect;
  }

  /** Sets whether each later call writes to the storage. */
  store(writes: boolean): void {
    this.#writes = writes;
    if (writes) this.putOff(Date.now());
  }

  /** How often it was called since this was last asked. */
  takeEffects(): number {
    const effects = this.#effects;
    this.#effects = 0;
    return effects;
  }

  /** Runs a serialized continuation. @returns the result, serialized */
  perform(continuation: string): string {
    return perform(this, continuation);
  }

  /** Answers a request with JSON, or opens a socket for the protocol that ends its address. */
  protected async answerObject(request: Request): Promise<Response> {
    const spoken = new URL(request.url).pathname.slice(1);
    if (spoken === 'effect') {
      const { n } = await request.json<{ n: number }>();
      return Response.json({ value: this.effect(n) });
    }
    const speaks = spokenBetween()[spoken];
    if (speaks === undefined) return jsonError(404, 'not-found', `${spoken}: expected no socket`);
    const { 0: client, 1: socket } = new WebSocketPair();
    socket.accept();
    // An open socket would keep this object in memory.
    socket.addEventListener('close', () => socket.close());
    speaks.serve(socket, this);
    return new Response(null, { status: 101, webSocket: client });
  }
}
