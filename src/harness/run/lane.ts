import { median } from 'simple-statistics';
import { type Connect, type Connection, overlaps, Stalled, type Workload } from '../plan/index.ts';
import type { ArmSession, Turn } from '../record/index.ts';
import { Guard, type Interruption } from './guard.ts';
import { messageOf } from './message.ts';
import { meterFetch, meterSockets, type Traffic, TrafficMeter } from './meters.ts';
import { Ledger, timeClosed, timeCold, timeOpen, timeRow, toMicroseconds } from './timed.ts';
import type { World } from './world.ts';

/** Bare round trips in a session: few, because far away each takes long. */
const BARE_ROUND_TRIPS = 3;

interface LaneJob<Operations> {
  arm: string;
  workload: Workload<Operations>;
  connect: Connect<Operations>;
  /** Origin of the bench. */
  origin: string;
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
 * One arm in one session: a fresh connection to a fresh object, from its opening to the check of
 * its outcome. Whatever goes wrong ends the lane and stands in {@link failure}; nothing but an
 * abort is thrown.
 */
export class Lane<Operations> {
  readonly arm: string;
  /** Why the lane ended before its time; undefined while it has not. */
  failure: Interruption | undefined;
  /** Operations that were asked of the object, prepared ones not counted. */
  done = 0;
  readonly #job: LaneJob<Operations>;
  readonly #guard: Guard;
  readonly #traffic = new TrafficMeter();
  readonly #meter: ReturnType<typeof meterSockets>;
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
    const { arm, world, deadlineMs, signal } = job;
    this.arm = arm;
    this.#job = job;
    this.#meter = meterSockets(world.WebSocketClass, this.#traffic);
    this.#guard = new Guard(world, deadlineMs, signal, () => this.#step);
    this.#meter.onClose((how) => {
      const reason = this.#connection === undefined ? 'connect' : 'closed';
      this.interrupt(reason, `${how} during ${this.#step}`);
    });
  }

  /** Ends the lane, or whatever it is at. */
  interrupt(reason: Interruption['reason'], detail: string): void {
    this.#guard.interrupt(reason, detail);
    this.failure ??= this.#guard.interruption;
  }

  /** Opens the connection and prepares the object. */
  async open(): Promise<void> {
    const { workload } = this.#job;
    await this.#attempt('connect', async () => {
      await this.#connect();
      const { prepare } = workload;
      if (prepare === undefined || this.#connection === undefined) return;
      this.#step = 'its preparation';
      await this.#guard.race(prepare(this.#connection.operations));
    });
    if (this.#connectUs === undefined) this.#whole = this.failure;
    this.#step = 'a pause';
  }

  /** Waits without asking anything of the object. */
  async pause(ms: number): Promise<void> {
    await this.#attempt('error', () => this.#guard.wait(ms));
  }

  /** Operations that no turn counts; resolves to the times of one, undefined when it failed. */
  async warm(operations: number): Promise<WarmTime | undefined> {
    const { world } = this.#job;
    const startedAt = world.now();
    const turn = await this.turn(-1, operations);
    if (turn.void !== undefined) return undefined;
    this.#warmUp += operations;
    const totalUs = turn.totalUs ?? turn.samplesUs.reduce((sum, us) => sum + us, 0);
    return { ms: totalUs / operations / 1000, tookMs: (world.now() - startedAt) / operations };
  }

  /** Times a few bare round trips, where the socket answers them by itself. */
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

  /** Times so many operations in the workload’s way. */
  async turn(round: number, operations: number): Promise<Turn> {
    const { arm, workload, world } = this.#job;
    const { concurrency, ratePerSecond, cold = false, callsPerOperation = 1 } = workload;
    const first = this.done;
    if (round >= 0) this.#turns += 1;
    const ledger = new Ledger();
    const list = Array.from({ length: operations }, (_, at) => workload.operation(first + at));
    let totalUs: number | undefined;
    let before = this.#traffic.read();
    await this.#attempt('error', async () => {
      const openedAt = world.now();
      if (cold) await this.#connect();
      const { operations: target } = this.#connection as Connection<Operations>;
      const timing = { operations: list, target, world, guard: this.#guard, ledger };
      this.#step = 'a turn';
      if (cold) {
        before = { frames: { out: 0, in: 0 }, bytes: { out: 0, in: 0 }, roundTrips: 0 };
        await this.#guard.race(timeCold(timing, openedAt));
      } else if (concurrency !== undefined) totalUs = await timeClosed(timing, concurrency);
      else if (ratePerSecond !== undefined) totalUs = await timeOpen(timing, ratePerSecond);
      else await this.#guard.race(timeRow(timing));
      this.done += operations;
      const wrong = workload.wrong(ledger.answers, first);
      if (wrong === undefined) return;
      this.interrupt('check', wrong);
      this.#whole = this.failure;
    });
    if (cold && !this.#reached) this.#whole = this.failure;
    this.#step = 'a pause';
    const { frames, bytes, roundTrips } = since(before, this.#traffic.read());
    return {
      round,
      arm,
      samplesUs: ledger.samplesUs,
      ...(totalUs === undefined ? {} : { totalUs }),
      ...(ratePerSecond === undefined ? {} : { lateUs: toMicroseconds(ledger.lateMs) }),
      frames,
      bytes,
      // With several calls under way, an answer says nothing of who waited for it.
      ...(overlaps(workload) || callsPerOperation > 1 ? {} : { roundTrips }),
      ...(this.failure === undefined
        ? {}
        : { void: this.failure.reason, detail: this.failure.detail }),
    };
  }

  /** Looks whether the object holds what it was asked; its whole session is discarded if not. */
  async check(): Promise<void> {
    if (this.failure !== undefined) return;
    const { workload } = this.#job;
    await this.#attempt('error', async () => {
      this.#step = 'the check';
      const { operations } = this.#connection as Connection<Operations>;
      const mismatch = await this.#guard.race(workload.check(operations, this.done));
      if (mismatch !== undefined) this.interrupt('check', mismatch);
    });
    this.#whole ??= this.failure;
  }

  /** Closes the connection. */
  close(): void {
    this.#guard.stop();
    this.#connection?.close();
  }

  /** What the record says of the arm besides its turns. */
  get remains(): ArmSession {
    const { arm } = this;
    const opened = this.#reached;
    // What went wrong before the first turn stands nowhere else.
    const whole = this.#whole ?? (this.#turns === 0 ? this.failure : undefined);
    return {
      arm,
      ...(opened ? { connectUs: this.#connectUs, extensions: this.#meter.extensions() } : {}),
      ...(this.#networkUs === undefined ? {} : { networkUs: this.#networkUs }),
      warmUp: this.#warmUp,
      ...(whole === undefined ? {} : { void: whole.reason, detail: whole.detail }),
    };
  }

  /** Whether the object has been heard of: an arm that opens no socket hears of it by an answer. */
  get #reached(): boolean {
    if (this.#connection === undefined) return false;
    return this.#meter.opened || this.#traffic.read().frames.in > 0;
  }

  async #connect(): Promise<void> {
    const { connect, origin, world } = this.#job;
    this.#step = 'the connect';
    const startedAt = world.now();
    const opening = connect({
      origin,
      object: world.freshObject(),
      WebSocketClass: this.#meter.WebSocketClass,
      ...(world.fetch && { fetch: meterFetch(world.fetch, this.#traffic) }),
    });
    // Nobody else would close a connection that opens after its lane has given up on it.
    opening.then(
      (connection) => {
        if (this.#guard.over) connection.close();
      },
      () => undefined,
    );
    this.#connection = await this.#guard.race(opening);
    this.#connectUs = toMicroseconds(world.now() - startedAt);
    this.#traffic.aside = this.#connection.aside;
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
        reason: !this.#reached
          ? 'connect'
          : error instanceof Stalled
            ? 'stalled'
            : this.#meter.closed
              ? 'closed'
              : otherwise,
        detail: `${this.#step}: ${messageOf(error)}`,
      };
      this.close();
    }
  }
}

function since(before: Traffic, after: Traffic): Traffic {
  return {
    frames: { out: after.frames.out - before.frames.out, in: after.frames.in - before.frames.in },
    bytes: { out: after.bytes.out - before.bytes.out, in: after.bytes.in - before.bytes.in },
    roundTrips: after.roundTrips - before.roundTrips,
  };
}
