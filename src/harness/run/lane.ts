import { median } from 'simple-statistics';
import {
  type Connect,
  type Connection,
  overlaps,
  Stalled,
  type Timed,
  type Workload,
} from '../plan/index.ts';
import type { ArmSession, Turn } from '../record/index.ts';
import { Guard, type Interruption, messageOf } from './guard.ts';
import { NO_TRAFFIC, TrafficMeter } from './meters.ts';
import { takeTurn, toMicroseconds } from './turn.ts';
import type { World } from './world.ts';

/** Bare round trips in a session: few, because far away each takes long. */
const BARE_ROUND_TRIPS = 3;

/**
 * How many deadlines of an operation another process or thread has for one step of a turn. It watches
 * the deadline of each operation itself, and words a stall better; this only bounds how long a run
 * waits for one that is there and says nothing. One that has ended is noticed at once.
 */
const ELSEWHERE_DEADLINES = 60;

interface LaneJob<Operations> {
  arm: string;
  /** The first that its connection serves. */
  workload: Workload<Operations>;
  connect: Connect<Operations>;
  /** Longest a single operation may take, in ms. */
  deadlineMs: number;
  world: World;
  signal: AbortSignal;
}

/** Times of one operation that no turn counts, in ms. */
export interface WarmTime {
  /** As a sample has it. */
  ms: number;
  /** With what a sample leaves out, such as the way of a question whose time counts from a marker. */
  tookMs: number;
}

/**
 * One arm in one session: a fresh connection to a fresh object, from its opening to the last check of
 * its outcome, for one workload or for several one after the other. Whatever goes wrong ends the lane and stands in {@link failure}; nothing but an
 * abort is thrown.
 */
export class Lane<Operations> {
  readonly arm: string;
  /** Why the lane ended before its time; undefined while it has not. */
  failure: Interruption | undefined;
  /** Operations of the workload that were asked of the object, prepared ones not counted. */
  done = 0;
  /** Whether its connection has served another workload before. */
  hasServed = false;
  readonly #job: LaneJob<Operations>;
  #workload: Workload<Operations>;
  /** What the object held when the workload began, by what those before it leave. */
  #held = 0;
  #isPrepared = false;
  readonly #guard: Guard;
  /** How a step that is taken elsewhere is waited for. */
  readonly #elsewhere: { longestMs: number };
  readonly #traffic: TrafficMeter;
  /** Id of the object that its connection is to. */
  #object = '';
  #connection: Connection<Operations> | undefined;
  #connectUs: number | undefined;
  #networkUs: number | undefined;
  #warmUp = 0;
  /** Turns that it had, discarded ones included. */
  #turns = 0;
  #step = 'the connect';
  /** Why the whole session of the arm is discarded, if it is. */
  #whole: Interruption | undefined;

  constructor(job: LaneJob<Operations>) {
    const { arm, workload, world, deadlineMs, signal } = job;
    this.arm = arm;
    this.#job = job;
    this.#workload = workload;
    this.#elsewhere = { longestMs: ELSEWHERE_DEADLINES * deadlineMs };
    this.#guard = new Guard(world, deadlineMs, signal, () => this.#step);
    this.#traffic = new TrafficMeter((how) => {
      const reason = this.#connection === undefined ? 'connect' : 'closed';
      this.interrupt(reason, `${how} during ${this.#step}`);
    });
  }

  /** Ends the lane, or whatever it is at. */
  interrupt(reason: Interruption['reason'], detail: string): void {
    this.#guard.interrupt(reason, detail);
    this.failure ??= this.#guard.interruption;
  }

  /** Opens the connection. */
  async open(): Promise<void> {
    await this.#attempt('connect', () => this.#connect());
    if (this.#connectUs === undefined) this.#whole = this.failure;
    this.#step = 'a pause';
  }

  /** Goes on with another workload on the same connection, with counts of its own. */
  turnTo(workload: Workload<Operations>): void {
    if (this.#isPrepared) this.#held += this.#workload.leaves?.(this.done) ?? 0;
    this.hasServed ||= this.done > 0;
    this.#isPrepared = false;
    this.#workload = workload;
    this.done = 0;
    this.#warmUp = 0;
    this.#turns = 0;
  }

  /** Prepares the object for the workload. */
  async prepare(): Promise<void> {
    const workload = this.#workload;
    this.#isPrepared = true;
    await this.#attempt('error', async () => {
      const { prepare } = workload;
      const connection = this.#connection;
      if (prepare === undefined || connection === undefined) return;
      this.#step = 'its preparation';
      const { elsewhere } = connection;
      if (elsewhere === undefined) await this.#guard.race(prepare(connection.operations));
      else await this.#guard.race(elsewhere.prepare(workload.id), this.#elsewhere);
    });
    this.#step = 'a pause';
  }

  /** Waits without asking anything of the object. */
  async pause(ms: number): Promise<void> {
    await this.#attempt('error', () => this.#guard.wait(ms));
  }

  /** Operations that no turn counts; resolves to the times of one, undefined when it failed. */
  async warm(operations: number, together = false): Promise<WarmTime | undefined> {
    const { world } = this.#job;
    const startedAt = world.now();
    const turn = await this.turn(-1, operations, together);
    if (turn.void !== undefined) return undefined;
    this.#warmUp += operations;
    const totalUs = turn.totalUs ?? turn.samplesUs.reduce((sum, us) => sum + us, 0);
    return { ms: totalUs / operations / 1000, tookMs: (world.now() - startedAt) / operations };
  }

  /** Times a few bare round trips, where the other end answers them by itself. */
  async timeNetwork(): Promise<void> {
    const connection = this.#connection;
    if (connection?.roundTrip === undefined) return;
    const { world } = this.#job;
    const times: number[] = [];
    await this.#attempt('error', async () => {
      this.#step = 'a bare round trip';
      while (times.length < BARE_ROUND_TRIPS) {
        const startedAt = world.now();
        await this.#guard.race(Promise.resolve(connection.roundTrip?.()));
        times.push(world.now() - startedAt);
      }
    });
    if (times.length > 0) this.#networkUs = toMicroseconds(median(times));
  }

  /**
   * Times so many operations in the workload’s way.
   *
   * @param together whether they are timed as one
   */
  async turn(round: number, operations: number, together = false): Promise<Turn> {
    const { arm, world } = this.#job;
    const workload = this.#workload;
    const { cold = false } = workload;
    const first = this.done;
    if (round >= 0) this.#turns += 1;
    const asked = { first, operations, together, held: this.#held };
    const [guard, traffic] = [this.#guard, this.#traffic];
    let timed: Timed = { samplesUs: [], ...NO_TRAFFIC };
    await this.#attempt('error', async () => {
      const openedAt = world.now();
      if (cold) await this.#connect();
      const connection = this.#connection as Connection<Operations>;
      const { elsewhere } = connection;
      this.#step = 'a turn';
      const job = { ...asked, workload, world, guard, traffic };
      const taken =
        elsewhere === undefined
          ? await takeTurn(job, connection.operations, openedAt)
          : await guard.race(elsewhere.turn({ ...asked, workload: workload.id }), this.#elsewhere);
      ({ timed } = taken);
      if ('error' in taken) throw taken.error;
      this.done += operations;
      if (taken.wrong === undefined) return;
      this.interrupt('check', taken.wrong);
      this.#whole = this.failure;
    });
    if (cold && !this.#hasAnswered) this.#whole = this.failure;
    this.#step = 'a pause';
    const { samplesUs } = timed;
    return {
      ...{ round, arm, ...timed },
      // In which order operations began that overlap says nothing, and takes most of the room in a record.
      samplesUs: overlaps(workload) ? samplesUs.toSorted((one, other) => one - other) : samplesUs,
      ...(this.failure === undefined
        ? {}
        : { void: this.failure.reason, detail: this.failure.detail }),
    };
  }

  /** Looks whether the object holds what it was asked; its whole session is discarded if not. */
  async check(): Promise<void> {
    if (this.failure !== undefined) return;
    const workload = this.#workload;
    const [done, held] = [this.done, this.#held];
    await this.#attempt('error', async () => {
      this.#step = 'the check';
      const connection = this.#connection as Connection<Operations>;
      const { elsewhere } = connection;
      const mismatch =
        elsewhere === undefined
          ? await this.#guard.race(workload.check(connection.operations, done, held))
          : await this.#guard.race(elsewhere.check(workload.id, done, held), this.#elsewhere);
      if (mismatch !== undefined) this.interrupt('check', mismatch);
    });
    this.#step = 'a pause';
    this.#whole ??= this.failure;
  }

  /** Closes the connection. */
  close(): void {
    this.#guard.stop();
    this.#connection?.close();
  }

  /** The arm’s entry in the record, besides its turns. */
  get remains(): ArmSession {
    const { arm } = this;
    const opened = this.#hasAnswered;
    const { extensions } = this.#traffic;
    const protocol = opened ? this.#job.world.protocolTo?.(this.#object) : undefined;
    // A failure before the first turn stands nowhere else.
    const whole = this.#whole ?? (this.#turns === 0 ? this.failure : undefined);
    return {
      arm,
      ...(opened ? { connectUs: this.#connectUs } : {}),
      ...(opened && extensions !== undefined ? { extensions } : {}),
      ...(protocol === undefined ? {} : { protocol }),
      ...(this.#networkUs === undefined ? {} : { networkUs: this.#networkUs }),
      warmUp: this.#warmUp,
      ...(whole === undefined ? {} : { void: whole.reason, detail: whole.detail }),
    };
  }

  /** Whether the object has answered: an arm that opens nothing knows it only then. */
  get #hasAnswered(): boolean {
    if (this.#connection === undefined) return false;
    return this.#traffic.isOpen || this.#traffic.read().frames.in > 0;
  }

  async #connect(): Promise<void> {
    const { connect, deadlineMs, world } = this.#job;
    this.#step = 'the connect';
    const startedAt = world.now();
    const { through } = world;
    this.#object = world.freshObject();
    const channel = { id: this.#object, meter: this.#traffic, deadlineMs, through };
    this.#connection = await this.#guard.open(connect(channel));
    this.#connectUs = toMicroseconds(world.now() - startedAt);
    this.#traffic.aside = this.#connection.aside;
  }

  /** An error in words; a stall in another process comes with a sentence of its own. */
  #wordsOf(error: unknown): string {
    const told = error instanceof Stalled && this.#connection?.elsewhere !== undefined;
    return told ? error.message : `${this.#step}: ${messageOf(error)}`;
  }

  /** Does something unless the lane has ended; what goes wrong ends it. */
  async #attempt(otherwise: Interruption['reason'], act: () => Promise<void>): Promise<void> {
    if (this.failure !== undefined) return;
    const { signal } = this.#job;
    try {
      await act();
    } catch (error) {
      signal.throwIfAborted();
      this.failure ??= this.#guard.interruption ?? {
        reason: !this.#hasAnswered
          ? 'connect'
          : error instanceof Stalled
            ? 'stalled'
            : this.#traffic.isLost
              ? 'closed'
              : otherwise,
        detail: this.#wordsOf(error),
      };
      this.close();
    }
  }
}
