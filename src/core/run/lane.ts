/** One arm in one session, from the opening of its connection to the last check of its outcome. */
import {
  type Connection,
  type Open,
  overlaps,
  type RemoteCaller,
  Stalled,
  timesOpening,
  type TurnTimes,
  type Workload,
} from '../plan/index.ts';
import type { ArmSession, DiscardReason, PlannedTurn, Turn } from '../record/index.ts';
import { type FreshEnds, messageOf, type World } from './events.ts';
import { NO_TRAFFIC, TrafficMeter } from './meters.ts';
import { takeTurn, toMicroseconds, type Wait, type Watch } from './turn.ts';

/**
 * Deadlines of an operation that another process or thread has for one step. It watches the deadline of each
 * operation itself; this only bounds the wait for one that is there and says nothing.
 */
const ELSEWHERE_DEADLINES = 60;
/** Time between two looks at the step that is waited for, and the wait after which the other end is asked, in ms. */
const LOOK_MS = 1000;
const DOUBT_MS = 1500;

const UNTIMED: TurnTimes = { samplesUs: [], ...NO_TRAFFIC };

/** The reason that ends an arm’s part in a session before its time. */
interface Interruption {
  reason: DiscardReason;
  /** A sentence with the value got and the one expected. */
  detail: string;
}

interface LaneJob<Operations> {
  arm: string;
  open: Open<Operations>;
  /** Longest that a single operation may take, in ms. */
  deadlineMs: number;
  world: World;
  signal: AbortSignal;
  /** Hears once how the connection was lost. */
  onLost?: (how: string) => void;
}

/**
 * One arm in one session, for one workload or for several one after the other: its connection to a fresh object,
 * on which it takes one step after the other. A workload about the opening has a connection for each operation.
 * The first failure ends them all and stands in {@link failure}; only an abort is thrown.
 *
 * It watches its own steps for a deadline, a lost connection, a hidden page and an abort. One timer watches all
 * operations, so that the timed path has no timer, race or listener.
 */
export class Lane<Operations> implements Watch {
  readonly arm: string;
  readonly world: World;
  traffic = this.#newMeter();
  /** Why the arm ended before its time; undefined while it has not. */
  failure: Interruption | undefined;
  stepStartedAt = Infinity;
  over = false;
  /** The step that is taken, as sentences name it. */
  step = 'the connect';
  /** Operations of the workload that were asked of the object, prepared ones not counted. */
  done = 0;

  readonly #open: Open<Operations>;
  readonly #deadlineMs: number;
  readonly #signal: AbortSignal;
  readonly #cleanUps = new Set<() => void>();
  /** How a step is waited for that is taken elsewhere. */
  readonly #elsewhere: Wait;
  #connection: Connection<Operations> | undefined;
  /** The ends that the connection was opened to, if nothing else goes over them. */
  #fresh: FreshEnds | undefined;
  /** True once it was closed for good. */
  #isHungUp = false;
  #connectUs: number | undefined;
  /** Id of the object that the connection is to. */
  #object = '';
  /** How the step that is being waited for is, if not in the usual way. */
  #wait: Wait | undefined;
  readonly #onLost: LaneJob<Operations>['onLost'];
  /** Rejects the step that is being waited for. */
  #giveUp: ((reason: unknown) => void) | undefined;
  /** Why every step is rejected, once it was ended from outside. */
  #ended: { reason: unknown } | undefined;

  /** Set by {@link turnTo} before any of its steps. */
  #workload!: Workload<Operations>;
  /** Held by the object when the workload began, by what those before it leave. */
  #held = 0;
  #isPrepared = false;
  #warmUp = 0;
  /** Turns that it had, discarded ones included. */
  #turns = 0;
  /** Why the whole session of the arm is discarded, if it is. */
  #discardedBecause: Interruption | undefined;

  constructor({ arm, open, deadlineMs, world, signal, onLost }: LaneJob<Operations>) {
    this.arm = arm;
    this.world = world;
    this.#open = open;
    this.#deadlineMs = deadlineMs;
    this.#elsewhere = { longestMs: ELSEWHERE_DEADLINES * deadlineMs };
    this.#signal = signal;
    this.#onLost = onLost;
    const onAbort = () => this.#end(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    this.#cleanUps.add(() => signal.removeEventListener('abort', onAbort));
    const unwatch = world.silence?.onSilent(() => {
      this.interrupt('closed', `the other end stopped answering during ${this.step}`);
    });
    if (unwatch) this.#cleanUps.add(unwatch);
    this.#watch(deadlineMs);
  }

  // The watch.

  /** Ends the arm in any of its steps. The first interruption counts. */
  interrupt(reason: DiscardReason, detail: string): void {
    if (this.over || this.failure !== undefined) return;
    this.failure = { reason, detail };
    // Calls that are still under way must not go on during other arms' turns.
    this.over = true;
    this.#end(new Error(detail));
  }

  /** Waits for a step, or rejects as soon as the arm is ended. Between steps no answer is due. */
  race<Value>(step: Promise<Value>, wait?: Wait): Promise<Value> {
    this.#wait = wait;
    this.stepStartedAt = this.world.now();
    // `Promise.race`, or an async function, would take several times as long between any two turns.
    const { promise, resolve, reject } = Promise.withResolvers<Value>();
    this.#giveUp = reject;
    if (this.#ended !== undefined) this.#end(this.#ended.reason);
    step.then(
      (value) => {
        this.stepStartedAt = Infinity;
        resolve(value);
      },
      (reason: unknown) => {
        this.stepStartedAt = Infinity;
        reject(reason);
      },
    );
    return promise;
  }

  #end(reason: unknown): void {
    this.#ended ??= { reason };
    this.stepStartedAt = Infinity;
    this.#giveUp?.(reason);
  }

  #watch(leftMs: number): void {
    const { silence } = this.world;
    const lookMs = silence === undefined ? leftMs : Math.min(LOOK_MS, leftMs);
    const cancel = this.world.after(lookMs, () => {
      this.#cleanUps.delete(cancel);
      const startedAt = this.#wait?.waitsSince?.() ?? this.stepStartedAt;
      const waited = this.world.now() - startedAt;
      const longestMs = this.#wait?.longestMs ?? this.#deadlineMs;
      if (waited >= longestMs) {
        this.interrupt('stalled', `${this.step} got no answer within ${longestMs} ms`);
      } else {
        if (waited >= DOUBT_MS) silence?.doubt(startedAt);
        this.#watch(Math.min(this.#deadlineMs, longestMs - waited));
      }
    });
    this.#cleanUps.add(cancel);
  }

  // The connection.

  #newMeter(): TrafficMeter {
    const meter = new TrafficMeter((how) => {
      if (meter !== this.traffic || this.#isHungUp) return;
      const reason = this.#connection === undefined ? 'connect' : 'closed';
      this.interrupt(reason, `${how} during ${this.step}`);
      this.#onLost?.(how);
    });
    return meter;
  }

  /** Opens the connection. */
  async open(): Promise<void> {
    await this.#attempt('the connect', 'connect', () => this.connect());
    if (this.#connectUs === undefined) this.#discardedBecause = this.failure;
  }

  /** Opens the connection and hands it over. @throws what went wrong */
  async connect(): Promise<Connection<Operations>> {
    const { world, traffic: meter } = this;
    if (this.#object === '') this.#object = world.freshObject();
    this.step = 'the connect';
    const startedAt = world.now();
    const { ends } = world;
    const { WebSocketClass = ends?.WebSocketClass, fetch = ends?.fetch } = this.#fresh ?? {};
    const own = { object: this.#object, meter, deadlineMs: this.#deadlineMs };
    const to = { ...ends, WebSocketClass, fetch, ...own };
    const opening = this.#open(to);
    // One that opens after it was given up is closed here: nothing else would close it.
    opening.then(
      (connection) => {
        if (this.over) connection.close();
      },
      () => undefined,
    );
    const connection = await this.race(opening);
    this.#connection = connection;
    this.#connectUs = toMicroseconds(world.now() - startedAt);
    this.traffic.unansweredPrefix = connection.unansweredPrefix;
    return connection;
  }

  /** Gets ready for another connection, over which nothing was sent, to another object. */
  #renew(): void {
    this.#connection = undefined;
    this.#connectUs = undefined;
    this.#isHungUp = false;
    this.traffic = this.#newMeter();
    this.done = 0;
    this.#object = this.world.freshObject();
    this.#fresh = this.world.freshEnds?.(this.#object);
  }

  /** Ends the lane and closes its connection. */
  close(): void {
    this.over = true;
    for (const cleanUp of this.#cleanUps) cleanUp();
    this.#cleanUps.clear();
    this.#hangUp();
  }

  /** Closes the connection. A library whose close throws must not keep the others open. */
  #hangUp(): void {
    this.#isHungUp = true;
    this.#fresh?.close();
    try {
      this.#connection?.close();
    } catch (error) {
      // Thrown where nothing catches it: the command names its library, a page's console shows it.
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  /** Whether the object has answered: an arm that opens nothing knows it only then. */
  get #hasAnswered(): boolean {
    if (this.#connection === undefined) return false;
    return this.traffic.isOpen || this.traffic.read().frames.in > 0;
  }

  // The steps of a workload.

  /** Goes on with another workload on the same connection, with counts of its own. */
  turnTo(workload: Workload<Operations>): void {
    if (this.#isPrepared) this.#held += this.#workload.leaves?.(this.done) ?? 0;
    this.#isPrepared = false;
    this.#workload = workload;
    this.done = 0;
    this.#warmUp = 0;
    this.#turns = 0;
  }

  /** Prepares the object for the workload. */
  async prepare(): Promise<void> {
    const { id, prepare } = this.#workload;
    this.#isPrepared = true;
    if (prepare === undefined) return;
    await this.#attempt('its preparation', 'error', () =>
      this.#ask<unknown>(prepare, (caller) => caller.prepare(id)),
    );
  }

  /** Operations that no turn counts; resolves to the time of one in ms, undefined when it failed. */
  async warm(operations: number, together?: true): Promise<number | undefined> {
    const turn = await this.turn(-1, { leadIn: 0, operations, together });
    if (turn.discardedBecause !== undefined) return undefined;
    this.#warmUp += operations;
    const totalUs = turn.totalUs ?? turn.samplesUs.reduce((sum, us) => sum + us, 0);
    return totalUs / operations / 1000;
  }

  /**
   * Times the operations of a turn in the workload’s way, after its lead-in. Between two turns every object and
   * every promise costs each arm time, so that this does by itself what `#attempt` does for other steps.
   */
  async turn(round: number, size: PlannedTurn): Promise<Turn> {
    const workload = this.#workload;
    const isCold = timesOpening(workload);
    let timed = UNTIMED;
    if (round >= 0) this.#turns += 1;
    if (this.failure === undefined) {
      try {
        if (isCold) this.#renew();
        const openedAt = this.world.now();
        if (isCold) await this.connect();
        const taken = await this.#take(workload, size, openedAt);
        ({ timed } = taken);
        if ('error' in taken) throw taken.error;
        this.done += size.leadIn + size.operations;
        if (taken.wrong !== undefined) {
          this.interrupt('check', taken.wrong);
          this.#discardedBecause = this.failure;
        }
        if (isCold) await this.#endCold();
      } catch (error) {
        this.#fail(error, 'error');
      }
    }
    if (isCold && !this.#hasAnswered) this.#discardedBecause = this.failure;
    this.step = 'a pause';
    const turn: Turn = { round, arm: this.arm, ...timed };
    // The order in which operations began that overlap says nothing, and takes most of the room in a record.
    if (overlaps(workload)) turn.samplesUs.sort((one, other) => one - other);
    if (this.failure !== undefined) {
      turn.discardedBecause = this.failure.reason;
      turn.detail = this.failure.detail;
    }
    return turn;
  }

  /** Looks whether the connection was new, and at its object, and closes it. */
  async #endCold(): Promise<void> {
    if (this.#fresh?.wereNew === false) {
      this.interrupt('kept', 'a turn: it was not seen to go over a new connection');
    }
    await this.check();
    this.#hangUp();
  }

  /** Looks whether the object holds what it was asked; its whole session is discarded if not. */
  async check(): Promise<void> {
    if (this.failure !== undefined) return;
    const workload = this.#workload;
    const [done, held] = [this.done, this.#held];
    await this.#attempt('the check', 'error', async () => {
      const mismatch = await this.#ask(
        (operations) => workload.check(operations, done, held),
        (caller) => caller.check(workload.id, done, held),
      );
      if (mismatch !== undefined) this.interrupt('check', mismatch);
    });
    this.#discardedBecause ??= this.failure;
  }

  #take(workload: Workload<Operations>, size: PlannedTurn, openedAt: number) {
    const { leadIn, operations, together = false } = size;
    const [first, held] = [this.done, this.#held];
    const connection = this.#connection as Connection<Operations>;
    this.step = 'a turn';
    if (connection.elsewhere === undefined) {
      const { others } = connection;
      const job = { workload, first, leadIn, operations, together, held, others, watch: this };
      return takeTurn(job, connection.operations, openedAt);
    }
    const asked = { workload: workload.id, first, leadIn, operations, together, held };
    return this.race(connection.elsewhere.turn(asked), this.#elsewhere);
  }

  /** Takes a step in the place where the connection’s turns are taken. */
  #ask<Value>(
    here: (operations: Operations) => Promise<Value>,
    there: (caller: RemoteCaller) => Promise<Value>,
  ): Promise<Value> {
    const connection = this.#connection as Connection<Operations>;
    const { elsewhere } = connection;
    return elsewhere === undefined
      ? this.race(here(connection.operations))
      : this.race(there(elsewhere), this.#elsewhere);
  }

  /** Takes a step unless the arm has ended. */
  async #attempt(
    step: string,
    otherwise: DiscardReason,
    act: () => Promise<unknown>,
  ): Promise<void> {
    if (this.failure !== undefined) return;
    this.step = step;
    try {
      await act();
    } catch (error) {
      this.#fail(error, otherwise);
    }
    this.step = 'a pause';
  }

  /** Ends the arm with an error. @param otherwise the reason that it has unless another shows */
  #fail(error: unknown, otherwise: DiscardReason): void {
    this.#signal.throwIfAborted();
    const stalled = error instanceof Stalled;
    // A stall in another process comes with a sentence of its own.
    const told = stalled && this.#connection?.elsewhere !== undefined;
    this.failure ??= {
      reason: !this.#hasAnswered ? 'connect' : stalled ? 'stalled' : otherwise,
      detail: told ? error.message : `${this.step}: ${messageOf(error)}`,
    };
    this.close();
  }

  // The record.

  /** Why all that it had of the workload is discarded: a failure before the first turn stands nowhere else. */
  get discardedBecause(): Interruption | undefined {
    return this.#discardedBecause ?? (this.#turns === 0 ? this.failure : undefined);
  }

  /** The arm’s entry in the record, without its turns. Of a connection that never answered it says nothing. */
  toRecord(): ArmSession {
    const { discardedBecause } = this;
    const answered = this.#hasAnswered;
    return {
      arm: this.arm,
      connectUs: answered ? this.#connectUs : undefined,
      extensions: answered ? this.traffic.extensions : undefined,
      protocol: answered ? this.world.protocolTo?.(this.#object) : undefined,
      warmUp: this.#warmUp,
      discardedBecause: discardedBecause?.reason,
      detail: discardedBecause?.detail,
    };
  }
}
