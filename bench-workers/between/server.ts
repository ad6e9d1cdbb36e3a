import { costOf, type Way, ways } from '../../src/wire/objects/list.ts';
import {
  type BatchAnswer,
  atOnceOf,
  type Batch,
  most,
  readBatch,
  readFrame,
} from '../../src/wire/objects/protocol.ts';
import { type BenchMethods, objectOf } from '../env.ts';
import { gateConfig } from '../gate/config.ts';
import { yieldIfBusy } from '../guard/isolate.ts';
import type { Message, Server, ServerLink, Session } from '../server.ts';
import { type Call, type MakeWay, wayNamed } from './ways.ts';

/** The object that another object calls for all of its clients. */
class Called {
  readonly #host: ServerLink['host'];
  /** True if it was called before. Only then is it asked for its count. */
  isCalled = false;
  /** How often it was called, plus calls that were made without another object. */
  effects = 0;
  /** True if a batch is under way. */
  isBusy = false;
  /** Resolves once the calls of the last batch were counted. */
  counting = Promise.resolve();
  /** True if its calls write. Undefined until this life has told it: an earlier one may have. */
  #writes: boolean | undefined;
  /** A stub that does not outlive an error, which may have broken it for good. */
  #stub: DurableObjectStub<BenchMethods> | undefined;

  constructor(host: ServerLink['host']) {
    this.#host = host;
  }

  get stub(): DurableObjectStub<BenchMethods> {
    const { env, name } = this.#host;
    return (this.#stub ??= objectOf(env, `${name}/0`));
  }

  /** Takes a new stub for the next call. */
  renew(): void {
    this.#stub = undefined;
  }

  /** Sets whether its calls write. It forgets this with its memory, so that it is told before each batch that writes. */
  async store(writes: boolean): Promise<void> {
    if (!this.isCalled || (!writes && this.#writes === false)) return;
    await this.stub.store(writes);
    this.#writes = writes;
  }

  /** Adds its count, which it loses with its memory when nobody calls it for some seconds. */
  count(): void {
    if (!this.isCalled) return;
    this.counting = this.stub.takeEffects().then((effects) => {
      this.effects += effects;
    });
    // The next question rejects with the error.
    this.counting.catch(() => this.renew());
  }
}

/** Batches under way in this isolate. Each of their calls takes memory. */
const underWay = new Set<{ calls: number; until: number }>();
/** Time after which a batch is forgotten that hangs or ended with its object, in ms. */
const LONGEST_MS = 60_000;
/** Calls that there is room for. The largest batch leaves a third of it to others. */
const ROOM = 1.5 * most.atOnce;
/** Longest time that a batch waits for room, and the time between two looks for it, in ms. */
const PATIENCE_MS = 5000;
const LOOK_MS = 20;

/** Called objects by their caller. */
const calledBy = new WeakMap<DurableObjectState, Called>();

/** The progress of a batch. */
interface Progress {
  /** Calls that have returned. */
  returned: number;
  /** True if nobody waits any more. No further calls are made then. */
  over: boolean;
}

/** One connection of a client that asks for batches of calls in the way of its address. */
class Connection implements Session {
  readonly #link: ServerLink;
  readonly #way: Way;
  readonly #call: Call;
  readonly #called: Called;
  readonly #gone = new AbortController();
  /** True if this connection has called the object before. */
  #hasCalled = false;
  /** Ends its batch before the time. */
  #giveUp: (() => void) | undefined;

  constructor(link: ServerLink, way: Way, makeWay: MakeWay) {
    this.#link = link;
    this.#way = way;
    const { ctx, host } = link;
    const called = calledBy.get(ctx) ?? new Called(host);
    calledBy.set(ctx, called);
    this.#called = called;
    this.#call = makeWay({
      ctx,
      stub: () => called.stub,
      count: () => (called.effects += 1),
      gone: this.#gone.signal,
    });
  }

  /** Closes sockets to other objects, and waits no more for the batch. */
  close(): void {
    this.#gone.abort();
    this.#giveUp?.();
  }

  async take(message: Message): Promise<void> {
    let id = -1;
    try {
      if (typeof message !== 'string') throw new TypeError('frame: got bytes, expected text');
      const frame = readFrame(message);
      ({ id } = frame);
      await this.#called.counting;
      if (frame.batch === undefined) return this.#send({ id, effects: this.#called.effects });
      const batch = readBatch(frame.batch, gateConfig(this.#link.host.env).callsPerBatch);
      this.#send(await this.#run(batch, id));
    } catch (error) {
      this.#send({ id, error: String(error) });
    }
  }

  #send(answer: BatchAnswer): void {
    this.#link.socket.send(JSON.stringify(answer));
  }

  /** Makes the calls of a batch, within the time for it. */
  async #run(batch: Batch, id: number): Promise<BatchAnswer> {
    const called = this.#called;
    if (called.isBusy) {
      throw new Error('batch: got a second one, expected it after the first');
    }
    called.isBusy = true;
    const progress: Progress = { returned: 0, over: false };
    const { promise: givenUp, resolve } = Promise.withResolvers<BatchAnswer>();
    const giveUp = () => resolve({ id, returned: progress.returned });
    this.#giveUp = giveUp;
    let timer: number | null = null;
    let giveRoomBack: (() => void) | undefined;
    try {
      const leaveRoom = await this.#takeRoom(atOnceOf(batch));
      giveRoomBack = leaveRoom;
      await this.#pay(batch);
      await called.store(batch.writes);
      this.#send({ id, begun: true });
      // The answer must be on its way before the calls begin.
      await scheduler.wait(0);
      timer = setTimeout(giveUp, gateConfig(this.#link.host.env).batchSeconds * 1000);
      const made = this.#make(batch, progress).then((results) => ({ id, results }));
      // Calls stay in memory until they return, even if nobody waits for them.
      giveRoomBack = undefined;
      void made.then(leaveRoom, leaveRoom);
      return await Promise.race([made, givenUp]);
    } catch (error) {
      called.renew();
      throw error;
    } finally {
      clearTimeout(timer);
      giveRoomBack?.();
      progress.over = true;
      this.#giveUp = undefined;
      called.isBusy = false;
      called.count();
    }
  }

  /** Makes the calls of a batch. @returns their results, in order @throws the error of the first that fails */
  async #make({ calls, order, first }: Batch, progress: Progress): Promise<number[]> {
    const one = async (at: number): Promise<number> => {
      const value = await this.#call(first + at);
      progress.returned += 1;
      // Code after an answer may write, and keep the thread busy.
      yieldIfBusy(this.#link.ctx, Date.now());
      return value;
    };
    const all = Array.from({ length: calls }, (_, at) => at);
    if (order === 'at-once') return Promise.all(all.map(one));
    const results: number[] = [];
    for (const at of all) {
      if (progress.over) break;
      results.push(await one(at));
    }
    return results;
  }

  /**
   * Waits until there is room for some calls beside those of others.
   *
   * @returns a function that gives the room back
   * @throws Error if others have the room for too long
   */
  async #takeRoom(calls: number): Promise<() => void> {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      const others = callsUnderWay();
      if (fits(calls, others)) break;
      if (this.#gone.signal.aborted || Date.now() > until) {
        throw new Error(
          `batch: got ${calls} calls beside ${others} that are under way, expected at most ${(ROOM - others) / 2} more`,
        );
      }
      await scheduler.wait(LOOK_MS);
    }
    const taken = { calls, until: Date.now() + LONGEST_MS };
    underWay.add(taken);
    return () => underWay.delete(taken);
  }

  async #pay(batch: Batch): Promise<void> {
    const { messages, rows } = costOf(this.#way.cost, batch, !this.#hasCalled);
    await this.#link.host.pay('batch', messages, rows, messages > 0 ? 2 : 1);
    this.#hasCalled = true;
    this.#called.isCalled = this.#way.cost.messages > 0;
  }
}

/** True if calls fit in beside others. They may take half of the room that others leave. */
const fits = (calls: number, others: number): boolean =>
  others === 0 || calls <= (ROOM - others) / 2;

function callsUnderWay(): number {
  let sum = 0;
  for (const each of underWay) {
    if (each.until < Date.now()) underWay.delete(each);
    else sum += each.calls;
  }
  return sum;
}

/** The server of objects that call others in the way of their address. The Worker has looked whether there is such a way. */
export const server: Server = {
  serve: (link, _offer, arm) =>
    new Connection(link, ways.find(({ name }) => name === arm) as Way, wayNamed(arm)),
};
