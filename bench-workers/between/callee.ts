import { newWebSocketRpcSession } from 'capnweb';
import { DurableObject, RpcTarget } from 'cloudflare:workers';
import type { Env } from '../env.ts';
import { share } from '../guard/thread.ts';
import { targetClass } from '../../src/systems/capnweb/target.ts';
import { answerFrame } from '../../src/systems/lumenize/rpc/server.ts';
import { effectOf } from '../../src/places/objects/protocol.ts';
import { enqueue, perform } from './ways/reconstruction.ts';
import type { CalleeMethods, CallerMethods, EffectTarget, RawAnswer } from './batch.ts';

/** What a client of Cap’n Web reaches. */
const Target = targetClass<EffectTarget>(['effect']);

/** The object that is called, in whichever way. It counts its calls, and that is all it does. */
export class CalleeObject extends DurableObject<Env> implements CalleeMethods {
  #effects = 0;
  /** Whether each effect is stored. */
  #writes = false;
  /** When something was last stored, and whether an alarm will take it away; in ms since 1970. */
  #storedAt = 0;
  #alarmSet = false;

  effect(n: number, text: string): number {
    share(this.ctx, Date.now());
    const effect = effectOf(n, text.length);
    this.#effects += 1;
    if (this.#writes) this.ctx.storage.kv.put('effects', this.#effects);
    return effect;
  }

  store(writes: boolean): void {
    this.#writes = writes;
    if (writes) this.#storeForAWhile();
  }

  takeEffects(): number {
    const effects = this.#effects;
    this.#effects = 0;
    return effects;
  }

  async tell(n: number, text: string, report: (value: number) => unknown): Promise<void> {
    await report(this.effect(n, text));
  }

  deferred(n: number, text: string): Deferred {
    return new Deferred(() => this.effect(n, text));
  }

  perform(continuation: string): string {
    return perform(this, continuation);
  }

  enqueue(key: string, caller: string, continuation: string): void {
    const sendBack = async (result: string) => {
      const callers = this.env.BETWEEN as unknown as DurableObjectNamespace<CallerMethods>;
      await callers.get(callers.idFromName(caller)).takeResult(result);
    };
    this.#storeForAWhile();
    enqueue({ ctx: this.ctx, target: this, sendBack }, key, continuation);
  }

  /** Deletes what was stored, once nothing more is. */
  override alarm(): Promise<void> {
    this.#alarmSet = false;
    if (this.#storedAt + this.#idleMs <= Date.now()) return this.ctx.storage.deleteAll();
    this.#wakeWhenIdle();
    return Promise.resolve();
  }

  #storeForAWhile(): void {
    this.#storedAt = Date.now();
    if (!this.#alarmSet) this.#wakeWhenIdle();
  }

  #wakeWhenIdle(): void {
    this.#alarmSet = true;
    void this.ctx.storage.setAlarm(this.#storedAt + this.#idleMs);
  }

  get #idleMs(): number {
    return Number(this.env.IDLE_SECONDS) * 1000;
  }

  override async fetch(request: Request): Promise<Response> {
    const spoken = new URL(request.url).pathname.slice(1);
    if (spoken === 'effect') {
      const { n, text } = await request.json<{ n: number; text: string }>();
      return Response.json({ value: this.effect(n, text) });
    }
    const { 0: client, 1: server } = new WebSocketPair();
    server.accept();
    // What stays open would keep this object in memory.
    server.addEventListener('close', () => server.close());
    this.#speak(spoken, server);
    return new Response(null, { status: 101, webSocket: client });
  }

  #speak(spoken: string, socket: WebSocket): void {
    if (spoken === 'capnweb') {
      newWebSocketRpcSession(socket, new Target(this));
      return;
    }
    const answer =
      spoken === 'lumenize'
        ? (text: string) => this.#lumenize(text)
        : (text: string) => this.#raw(text);
    socket.addEventListener('message', (event) => {
      const answered = answer(event.data as string);
      if (typeof answered === 'string') socket.send(answered);
      else void answered.then((text) => socket.send(text));
    });
  }

  #raw(message: string): string {
    const { id, n, text } = JSON.parse(message) as { id: number; n: number; text: string };
    return JSON.stringify(this.#rawAnswer(id, n, text));
  }

  #rawAnswer(id: number, n: number, text: string): RawAnswer {
    try {
      return { id, value: this.effect(n, text) };
    } catch (error) {
      return { id, error: String(error) };
    }
  }

  #lumenize(message: string): string | Promise<string> {
    const exposed = { target: this, publicMethods: ['effect'] };
    const answer = answerFrame(exposed, message, 'bench/lumenize');
    return answer instanceof Promise ? answer.then(({ text }) => text) : answer.text;
  }
}

/** What a pipelined call goes to. */
class Deferred extends RpcTarget {
  readonly #effect: () => number;

  constructor(effect: () => number) {
    super();
    this.#effect = effect;
  }

  value(): number {
    return this.#effect();
  }
}
