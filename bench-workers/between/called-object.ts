import { DurableObject, RpcTarget } from 'cloudflare:workers';
import { effectOf } from '../../src/wire/objects/protocol.ts';
import type { BenchMethods, Env, NativeCursor } from '../env.ts';
import { share } from '../guard/isolate.ts';
import { jsonError } from '../http.ts';
import { spokenBetween } from './ways/sockets.ts';
import { perform } from './ways/suspects.ts';

/** The cursor that another object moves. */
class Cursor extends RpcTarget implements NativeCursor {
  #place = 0;

  advance(): number {
    return (this.#place += 1);
  }
}

/**
 * The part of an object that other objects call, and clients never reach. It counts its calls, and that is
 * all it does: each way of calling ends in `effect`.
 */
export abstract class CalledObject extends DurableObject<Env> implements BenchMethods {
  abstract evict(): void;

  #effects = 0;
  #writes = false;

  /** Puts the end of the object off, as it is used now. */
  protected abstract putOff(now: number): void;

  nativeCursor(): NativeCursor {
    return new Cursor();
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
    const speaks = spokenBetween()[spoken];
    if (speaks === undefined) return jsonError(404, 'not-found', `${spoken}: expected no socket`);
    const { 0: client, 1: socket } = new WebSocketPair();
    socket.accept();
    // What stays open would keep this object in memory.
    socket.addEventListener('close', () => socket.close());
    speaks.serve(socket, this);
    return new Response(null, { status: 101, webSocket: client });
  }
}
