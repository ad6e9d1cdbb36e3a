import { gateConfig } from '../gate/config.ts';
import { limits } from '../limits.ts';
import { armOf, BenchObject, type Message } from '../object.ts';
import { type Call, type Progress, runBatch } from './batch.ts';
import { costOf, type Way, ways } from './list.ts';
import { type Answer, type Batch, effectOf, readAsked, readFrame } from './protocol.ts';
import { makeWays } from './ways/index.ts';
import { Waiting } from './ways/reconstruction.ts';
import type { CalleeMethods, CallerMethods } from './ways/way.ts';

/** One connection of a client. */
interface Client {
  socket: WebSocket;
  way: Way;
  call: Call;
  /** Is aborted when the client is gone. */
  gone: AbortController;
  /** Objects that were called over it, in turn from the first. */
  called: number;
}

/** The object that calls others, in the way that its address names. */
export class CallerObject extends BenchObject implements CallerMethods {
  readonly #waiting = new Waiting();
  readonly #clients = new Map<WebSocket, Client>();
  /** Name of this object, which the names of those that it calls begin with. */
  #name = '';
  /** Objects that were called, in turn from the first. */
  #called = 0;
  /** By their place. What went wrong may have broken one for good, so none outlives an error. */
  #stubs: DurableObjectStub<CalleeMethods>[] = [];
  /** Their counts. Nobody asks an object while others have their turns, and idle it would forget its own. */
  #counters: Array<ReturnType<DurableObjectStub<CalleeMethods>['counter']>> = [];
  /** Calls that were made without another object. */
  #own = 0;
  /** The batch that is under way: whose it is, and what ends it before its time. */
  #underWay: { of: Client; giveUp: () => void } | undefined;

  override fetch(request: Request): Response {
    this.enter(request);
    const { 0: peer, 1: socket } = new WebSocketPair();
    // The Worker has looked whether there is such a way.
    const way = ways.find(({ name }) => name === armOf(request)) as Way;
    const gone = new AbortController();
    this.#name = new URL(request.url).pathname.split('/').slice(3).join('/');
    const call = this.#callIn(way, gone.signal);
    const client: Client = { socket, way, call, gone, called: 0 };
    this.#clients.set(socket, client);
    this.acceptInMemory(socket, undefined, (message) => void this.#take(message, client));
    return new Response(null, { status: 101, webSocket: peer });
  }

  /** A result of the rebuilt design, which the other object sends back as a call. */
  takeResult(result: string): void {
    this.#waiting.take(this.ctx, result);
  }

  /** Closes what is open to other objects for a client, and waits no more for its batch. */
  protected override gone(socket: WebSocket): void {
    const client = this.#clients.get(socket);
    this.#clients.delete(socket);
    client?.gone.abort();
    if (this.#clients.size === 0) this.#release();
    if (this.#underWay?.of === client) this.#underWay?.giveUp();
  }

  #callIn(way: Way, gone: AbortSignal): Call {
    const make = makeWays(this.#waiting)[way.name];
    if (make !== undefined) {
      return make({ ctx: this.ctx, stub: (at) => this.#stub(at), name: this.#name, gone });
    }
    return async (_at, n, text) => {
      const effect = effectOf(n, text.length);
      this.#own += 1;
      return effect;
    };
  }

  #stub(at: number): DurableObjectStub<CalleeMethods> {
    const namespace = this.env.CALLEE as unknown as DurableObjectNamespace<CalleeMethods>;
    return (this.#stubs[at] ??= namespace.get(namespace.idFromName(`${this.#name}/${at}`)));
  }

  async #take(message: Message, client: Client): Promise<void> {
    const send = (answer: Answer) => client.socket.send(JSON.stringify(answer));
    let id = -1;
    try {
      if (typeof message !== 'string') throw new TypeError('frame: got bytes, expected text');
      const frame = readFrame(message);
      ({ id } = frame);
      const batch = readAsked(frame.asked, gateConfig(this.env).callsPerBatch);
      if (batch === undefined) send({ id, effects: await this.#effects() });
      else send(await this.#run(batch, client, id, () => send({ id, begun: true })));
    } catch (error) {
      send({ id, error: String(error) });
    }
  }

  /** Makes the calls of a batch; what came of them, within the time for it. */
  async #run(batch: Batch, of: Client, id: number, begin: () => void): Promise<Answer> {
    if (this.#underWay !== undefined) {
      throw new Error('batch: got a second one, expected it after the first');
    }
    const progress: Progress = { returned: 0, over: false };
    const { promise: givenUp, resolve } = Promise.withResolvers<Answer>();
    const giveUp = () => resolve({ id, returned: progress.returned });
    this.#underWay = { of, giveUp };
    let timer: number | null = null;
    try {
      const fresh = Math.max(0, Math.min(batch.objects, batch.calls) - of.called);
      const { messages, rows } = costOf(of.way.cost, batch.calls, fresh);
      await this.pay('batch', messages, rows);
      of.called += fresh;
      if (of.way.cost.opening !== undefined) {
        this.#called = Math.max(this.#called, of.called);
        await this.#hold(of.called);
      }
      begin();
      // The frame is on its way before the calls begin.
      await scheduler.wait(0);
      timer = setTimeout(giveUp, limits.batchSeconds * 1000);
      const made = runBatch(batch, of.call, progress).then((results) => ({ id, results }));
      return await Promise.race([made, givenUp]);
    } catch (error) {
      this.#stubs = [];
      this.#release();
      throw error;
    } finally {
      clearTimeout(timer);
      progress.over = true;
      this.#underWay = undefined;
    }
  }

  /** Holds the counts of so many objects. */
  async #hold(objects: number): Promise<void> {
    for (let at = this.#counters.length; at < objects; at += 1) {
      this.#counters.push(this.#stub(at).counter());
    }
    await Promise.all(this.#counters);
  }

  #release(): void {
    // The platform’s types do not know it yet.
    for (const counter of this.#counters) (counter as Partial<Disposable>)[Symbol.dispose]?.();
    this.#counters = [];
  }

  async #effects(): Promise<number> {
    await this.#hold(this.#called);
    const each = await Promise.all(this.#counters.map((counter) => counter.effects()));
    return each.reduce((sum, effects) => sum + effects, this.#own);
  }
}
