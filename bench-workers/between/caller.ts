import { gateConfig } from '../gate/config.ts';
import { limits } from '../limits.ts';
import { armOf, BenchObject, type Message } from '../object.ts';
import { type Call, type Returned, runBatch } from './batch.ts';
import { type Way, ways } from './list.ts';
import { type Answer, effectOf, readQuestion } from './protocol.ts';
import type { DesignName } from './ways/designs.ts';
import { makeWays } from './ways/index.ts';
import { Keeping, reconstruction, Waiting } from './ways/reconstruction.ts';
import type { CalleeMethods, CallerMethods } from './ways/way.ts';

/** The object that calls others, in the way that its address names. */
export class CallerObject extends BenchObject implements CallerMethods {
  readonly #keeping = new Keeping(this.ctx);
  readonly #waiting = new Waiting();
  /** The objects that were called, by their place. */
  readonly #stubs: DurableObjectStub<CalleeMethods>[] = [];
  /** How often they were called, and calls that were made without another object. */
  #effects = 0;
  #busy = false;
  /** Ends once all effects of the last batch are counted. */
  #counting = Promise.resolve();

  override fetch(request: Request): Response {
    this.enter(request);
    const { 0: client, 1: server } = new WebSocketPair();
    // The Worker has looked whether there is such a way.
    const way = ways.find(({ name }) => name === armOf(request)) as Way;
    const call = this.#callIn(way, new URL(request.url).pathname.split('/').slice(3).join('/'));
    this.acceptInMemory(server, undefined, (message) => {
      void this.#take(message, way, call, (answer) => server.send(JSON.stringify(answer)));
    });
    return new Response(null, { status: 101, webSocket: client });
  }

  /** A result of the rebuilt design, which the other object sends back as a call. */
  takeResult(design: DesignName, result: string): void {
    this.#waiting.take(this.#keeping, design, result);
  }

  #callIn({ name: wayName }: Way, name: string): Call {
    const make = makeWays(reconstruction(this.#keeping, this.#waiting))[wayName];
    if (make !== undefined)
      return make({ ctx: this.ctx, stub: (at) => this.#stub(name, at), name });
    return (_at, n, text) => {
      this.#effects += 1;
      return Promise.resolve(effectOf(n, text.length));
    };
  }

  #stub(name: string, at: number): DurableObjectStub<CalleeMethods> {
    const namespace = this.env.CALLEE as unknown as DurableObjectNamespace<CalleeMethods>;
    return (this.#stubs[at] ??= namespace.get(namespace.idFromName(`${name}/${at}`)));
  }

  async #take(
    message: Message,
    way: Way,
    call: Call,
    send: (answer: Answer) => void,
  ): Promise<void> {
    let id = -1;
    try {
      if (typeof message !== 'string') throw new TypeError('frame: got bytes, expected text');
      const question = readQuestion(message, gateConfig(this.env).callsPerBatch);
      id = question.id;
      // An object that nobody calls for some seconds is put out of memory, and its count with it.
      await this.#counting;
      if ('effects' in question) return send({ id, effects: this.#effects });
      if (this.#busy) throw new Error('batch: got a second one, expected it after the first');
      this.#busy = true;
      const { calls } = question.batch;
      this.charge(calls * way.cost.messages, calls * way.cost.rows);
      send({ id, begun: true });
      // The frame is on its way before the calls begin.
      await scheduler.wait(0);
      const returned: Returned = { count: 0 };
      const timer = setTimeout(
        () => send({ id, returned: returned.count }),
        limits.batchSeconds * 1000,
      );
      try {
        send({ id, results: await runBatch(question.batch, call, returned) });
      } finally {
        clearTimeout(timer);
        this.#busy = false;
        this.#counting = this.#count();
      }
    } catch (error) {
      send({ id, error: String(error) });
    }
  }

  /** Adds what the objects have counted since they were last asked. */
  async #count(): Promise<void> {
    const each = await Promise.all(this.#stubs.map((stub) => stub.takeEffects()));
    this.#effects += each.reduce((sum, effects) => sum + effects, 0);
  }
}
