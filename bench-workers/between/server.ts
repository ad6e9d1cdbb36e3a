import { costOf, type Way, ways } from '../../src/wire/objects/list.ts';
import {
  type BatchAnswer,
  atOnceOf,
  type Batch,
  effectOf,
  most,
  readAsked,
  readFrame,
} from '../../src/wire/objects/protocol.ts';
import { type BenchMethods, objectOf } from '../env.ts';
import { gateConfig } from '../gate/config.ts';
import { share } from '../guard/isolate.ts';
import type { Message, Server, ServerLink, Session } from '../server.ts';
import { type Call, type MakeWay, type Progress, runBatch } from './batch.ts';
import { overSocket, spokenBetween } from './ways/sockets.ts';
import { suspects } from './ways/suspects.ts';

/** What needs no other object. */
const noCall: MakeWay =
  ({ count }) =>
  async (n) => {
    const effect = effectOf(n);
    count();
    return effect;
  };

/** A way of calling another object, by its name in `src/wire/objects/ways.json`. */
function wayNamed(name: string): MakeWay {
  const ways: Readonly<Record<string, MakeWay>> = { 'no-call': noCall, ...suspects };
  const spoken = spokenBetween()[name];
  const makeWay = spoken === undefined ? ways[name] : overSocket(name, spoken);
  if (makeWay === undefined) throw new Error(`way: got ${name}, expected one that is served`);
  return makeWay;
}

/** The object that another one calls, whichever of its clients asks for it. */
class Called {
  readonly #host: ServerLink['host'];
  /** Whether it was called already: then it is asked for its count. */
  isCalled = false;
  /** How often it was called, and calls that were made without another object. */
  effects = 0;
  /** Whether a batch is under way. */
  isBusy = false;
  /** Ends once what the last batch called has been counted. */
  counting = Promise.resolve();
  /** Whether its calls write, as it was told last: one that this object called in an earlier life may still. */
  #writes: boolean | undefined;
  /** What went wrong may have broken it for good, so that it does not outlive an error. */
  #stub: DurableObjectStub<BenchMethods> | undefined;

  constructor(host: ServerLink['host']) {
    this.#host = host;
  }

  get stub(): DurableObjectStub<BenchMethods> {
    const { env, name } = this.#host;
    return (this.#stub ??= objectOf(env, `${name}/0`));
  }

  /** Takes a new stub from now on. */
  renew(): void {
    this.#stub = undefined;
  }

  /** Has its calls write from now on, or not. It is told each time that they are to: it forgets with its memory. */
  async store(writes: boolean): Promise<void> {
    if (!this.isCalled || (!writes && this.#writes === false)) return;
    await this.stub.store(writes);
    this.#writes = writes;
  }

  /** Adds what it has counted: when nobody calls it for seconds, it loses its count with its memory. */
  count(): void {
    if (!this.isCalled) return;
    this.counting = this.stub.takeEffects().then((effects) => {
      this.effects += effects;
    });
    // Whoever asks next is told.
    this.counting.catch(() => this.renew());
  }
}

/** Batches under way in an isolate: each of their calls is held in memory. */
const underWay = new Set<{ calls: number; until: number }>();
/** A batch that its object took along when it ended, or that hangs, is forgotten after this, in ms. */
const LONGEST_MS = 60_000;
/** Calls that there is room for: the largest batch leaves a third of it to others. */
const ROOM = 1.5 * most.atOnce;
/** Time that a batch waits for room beside those of others, and between two looks for it, in ms. */
const PATIENCE_MS = 5000;
const LOOK_MS = 20;

/** By the object that calls. */
const calledBy = new WeakMap<DurableObjectState, Called>();

/** One connection of a client, which asks for batches of calls in the way that its address names. */
class Connection implements Session {
  readonly #link: ServerLink;
  readonly #way: Way;
  readonly #call: Call;
  readonly #called: Called;
  readonly #gone = new AbortController();
  /** Whether the object was called over it before. */
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

  /** Closes what is open to other objects, and waits no more for its batch. */
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
      const batch = readAsked(frame.asked, gateConfig(this.#link.host.env).callsPerBatch);
      await this.#called.counting;
      if (batch === undefined) this.#send({ id, effects: this.#called.effects });
      else this.#send(await this.#run(batch, id));
    } catch (error) {
      this.#send({ id, error: String(error) });
    }
  }

  #send(answer: BatchAnswer): void {
    this.#link.socket.send(JSON.stringify(answer));
  }

  /** Makes the calls of a batch; what came of them, within the time for it. */
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
      const took = await this.#takeRoom(atOnceOf(batch));
      giveRoomBack = took;
      await this.#pay(batch);
      await called.store(batch.writes);
      this.#send({ id, begun: true });
      // The frame is on its way before the calls begin.
      await scheduler.wait(0);
      timer = setTimeout(giveUp, gateConfig(this.#link.host.env).batchSeconds * 1000);
      // What follows an answer may write, and holds the thread then.
      const onReturned = () => share(this.#link.ctx, Date.now());
      const results = runBatch(batch, this.#call, progress, onReturned);
      const made = results.then((each) => ({ id, results: each }));
      // Calls that nobody waits for any more still are in memory.
      giveRoomBack = undefined;
      void made.then(took, took);
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

  /**
   * Waits until there is room for some calls beside those of others.
   *
   * @returns what gives the room back
   * @throws Error where others have it for too long
   */
  async #takeRoom(calls: number): Promise<() => void> {
    const until = Date.now() + PATIENCE_MS;
    for (let others = callsUnderWay(); !fits(calls, others); others = callsUnderWay()) {
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

/** Whether calls fit in beside others: by itself a batch may be large, and beside others take half of what is left. */
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

/** Objects that call others, in the way that the address names. The Worker has looked whether there is one. */
export const server: Server = {
  serve: (link, _offer, arm) =>
    new Connection(link, ways.find(({ name }) => name === arm) as Way, wayNamed(arm)),
};
