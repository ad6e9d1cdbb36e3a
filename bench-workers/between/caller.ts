import { gateConfig } from '../gate/config.ts';
import { limits } from '../limits.ts';
import { armOf } from '../http.ts';
import { BenchObject, type Message } from '../object.ts';
import {
  type Call,
  type Progress,
  runBatch,
  takeRoom,
  type CalleeMethods,
  type CallerMethods,
  type MakeWay,
} from './batch.ts';
import { costOf, type Way, ways } from '../../src/places/objects/list.ts';
import { Pending } from '../../src/places/peers/by-hand.ts';
import {
  type Answer,
  atOnceOf,
  type Batch,
  effectOf,
  readAsked,
  readFrame,
} from '../../src/places/objects/protocol.ts';
import { reconstruction, takeResult } from './ways/reconstruction.ts';
import {
  callback,
  fetchJson,
  method,
  pipelined,
  boundary,
  continued,
  queued,
  stored,
} from './ways/suspects.ts';
import { capnweb, lumenize, webSocket } from './ways/sockets.ts';

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
  /** Calls of the rebuilt design that wait for their results. */
  readonly #pending = new Pending();
  readonly #clients = new Map<WebSocket, Client>();
  /** Name of this object, which the names of those that it calls begin with. */
  #name = '';
  /** Objects that were called, in turn from the first. */
  #called = 0;
  /** By their place. What went wrong may have broken one for good, so none outlives an error. */
  #stubs: DurableObjectStub<CalleeMethods>[] = [];
  /** How often they were called, and calls that were made without another object. */
  #effects = 0;
  /** Ends once what the last batch called has been counted. */
  #counting = Promise.resolve();
  /** The batch that is under way: whose it is, and what ends it before its time. */
  #underWay: { of: Client; giveUp: () => void } | undefined;

  protected override serve(request: Request): Response {
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
    takeResult(this.ctx, this.#pending, result);
  }

  /** Closes what is open to other objects for a client, and waits no more for its batch. */
  protected override gone(socket: WebSocket): void {
    const client = this.#clients.get(socket);
    this.#clients.delete(socket);
    client?.gone.abort();
    if (this.#underWay?.of === client) this.#underWay?.giveUp();
  }

  #callIn(way: Way, gone: AbortSignal): Call {
    const make = makeWays(reconstruction(this.#pending))[way.name];
    if (make !== undefined) {
      return make({ ctx: this.ctx, stub: (at) => this.#stub(at), name: this.#name, gone });
    }
    return async (_at, n, text) => {
      const effect = effectOf(n, text.length);
      this.#effects += 1;
      return effect;
    };
  }

  #stubOf(name: string): DurableObjectStub<CalleeMethods> {
    const namespace = this.env.CALLEE as unknown as DurableObjectNamespace<CalleeMethods>;
    return namespace.get(namespace.idFromName(name));
  }

  #stub(at: number): DurableObjectStub<CalleeMethods> {
    return (this.#stubs[at] ??= this.#stubOf(`${this.#name}/${at}`));
  }

  async #take(message: Message, client: Client): Promise<void> {
    const send = (answer: Answer) => client.socket.send(JSON.stringify(answer));
    let id = -1;
    try {
      if (typeof message !== 'string') throw new TypeError('frame: got bytes, expected text');
      const frame = readFrame(message);
      ({ id } = frame);
      const batch = readAsked(frame.asked, gateConfig(this.env).callsPerBatch);
      await this.#counting;
      if (batch === undefined) send({ id, effects: this.#effects });
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
    let giveRoomBack: (() => void) | undefined;
    try {
      const took = await takeRoom(atOnceOf(batch), of.gone.signal);
      giveRoomBack = took;
      const fresh = Math.max(0, Math.min(batch.objects, batch.calls) - of.called);
      const called = Math.max(this.#called, of.called + fresh);
      const { messages, rows } = costOf(of.way.cost, batch, fresh, called);
      await this.pay('batch', messages, rows);
      of.called += fresh;
      this.#called = called;
      // It forgets that as well when it is put out of memory.
      if (batch.writes) await this.#each((stub) => stub.store(true));
      begin();
      // The frame is on its way before the calls begin.
      await scheduler.wait(0);
      timer = setTimeout(giveUp, limits.batchSeconds * 1000);
      const made = runBatch(batch, of.call, progress).then((results) => ({ id, results }));
      // Calls that nobody waits for any more still are in memory.
      giveRoomBack = undefined;
      void made.then(took, took);
      return await Promise.race([made, givenUp]);
    } catch (error) {
      this.#stubs = [];
      throw error;
    } finally {
      clearTimeout(timer);
      giveRoomBack?.();
      progress.over = true;
      this.#underWay = undefined;
      this.#counting = this.#count();
      // Whoever asks next is told.
      this.#counting.catch(() => {
        this.#stubs = [];
      });
    }
  }

  /** Adds what the objects have counted: one that nobody calls for seconds loses its count with its memory. */
  async #count(): Promise<void> {
    const each = await this.#each((stub) => stub.takeEffects());
    this.#effects += each.reduce((sum, effects) => sum + effects, 0);
  }

  /** Asks every object that was called. */
  #each<Said>(ask: (stub: DurableObjectStub<CalleeMethods>) => Promise<Said>): Promise<Said[]> {
    return Promise.all(Array.from({ length: this.#called }, (_, at) => ask(this.#stub(at))));
  }
}

/**
 * Every way of calling another object by its name in `src/places/objects/list.ts`; without one stands what needs
 * no other object.
 *
 * @param reconstruction makes the way of the rebuilt design: its results come back to the object as calls
 */
function makeWays(reconstruction: MakeWay): Readonly<Record<string, MakeWay>> {
  return {
    'workers-rpc': method,
    fetch: fetchJson,
    callback,
    pipelined,
    websocket: webSocket,
    capnweb,
    lumenize,
    boundary,
    stored,
    queued,
    continued,
    reconstruction,
  };
}
