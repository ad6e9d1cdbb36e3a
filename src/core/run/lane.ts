import { type Connection, overlaps, type TurnTimes, type Workload } from '../plan/index.ts';
import type { ArmSession, Turn } from '../record/index.ts';
import { type ArmJob, ConnectedArm } from './connected-arm.ts';
import type { Interruption } from './guard.ts';
import { NO_TRAFFIC } from './meters.ts';
import { takeTurn } from './turn.ts';

const UNTIMED: TurnTimes = { samplesUs: [], ...NO_TRAFFIC };

interface LaneJob<Operations> extends ArmJob<Operations> {
  /** The first workload that its connection serves. */
  workload: Workload<Operations>;
}

/** Times of one operation that no turn counts, in ms. */
export interface WarmTime {
  /** As a sample has it. */
  ms: number;
  /** With what a sample leaves out, such as the way of a question whose time counts from a marker. */
  tookMs: number;
}

/**
 * One arm in one session, from the opening of its connection to the last check of its outcome, for one
 * workload or for several one after the other.
 */
export class Lane<Operations> extends ConnectedArm<Operations> {
  /** Operations of the workload that were asked of the object, prepared ones not counted. */
  done = 0;
  /** Whether its connection has served another workload before. */
  hasServed = false;
  #workload: Workload<Operations>;
  /** What the object held when the workload began, by what those before it leave. */
  #held = 0;
  #isPrepared = false;
  #warmUp = 0;
  /** Turns that it had, discarded ones included. */
  #turns = 0;
  /** Why the whole session of the arm is discarded, if it is. */
  #whole: Interruption | undefined;

  constructor(job: LaneJob<Operations>) {
    super(job);
    this.#workload = job.workload;
  }

  /** Opens the connection. */
  async open(): Promise<void> {
    await this.attempt('the connect', 'connect', () => this.connect());
    if (this.connectUs === undefined) this.#whole = this.failure;
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
    const { id, prepare } = this.#workload;
    this.#isPrepared = true;
    if (prepare === undefined) return;
    await this.attempt('its preparation', 'error', () =>
      this.ask<unknown>(prepare, (caller) => caller.prepare(id)),
    );
  }

  /** Operations that no turn counts; resolves to the times of one, undefined when it failed. */
  async warm(operations: number, together = false): Promise<WarmTime | undefined> {
    const startedAt = this.world.now();
    const turn = await this.turn(-1, operations, together);
    if (turn.void !== undefined) return undefined;
    this.#warmUp += operations;
    const totalUs = turn.totalUs ?? turn.samplesUs.reduce((sum, us) => sum + us, 0);
    const tookMs = this.world.now() - startedAt;
    return { ms: totalUs / operations / 1000, tookMs: tookMs / operations };
  }

  /**
   * Times so many operations in the workload’s way. Between two turns every object and every promise
   * costs each arm time, so that this does by itself what `attempt` does for other steps.
   *
   * @param together whether they are timed as one
   */
  async turn(round: number, operations: number, together = false): Promise<Turn> {
    const workload = this.#workload;
    let timed = UNTIMED;
    if (round >= 0) this.#turns += 1;
    if (this.failure === undefined) {
      try {
        const openedAt = this.world.now();
        if (workload.cold === true) await this.connect();
        const taken = await this.#take(operations, together, openedAt);
        ({ timed } = taken);
        if ('error' in taken) throw taken.error;
        this.done += operations;
        if (taken.wrong !== undefined) {
          this.interrupt('check', taken.wrong);
          this.#whole = this.failure;
        }
      } catch (error) {
        this.fail(error, 'error');
      }
    }
    if (workload.cold === true && !this.hasAnswered) this.#whole = this.failure;
    this.step = 'a pause';
    const { samplesUs, totalUs, frames, bytes, roundTrips, readings } = timed;
    const turn: Turn = { round, arm: this.arm, samplesUs, frames, bytes };
    // In which order operations began that overlap says nothing, and takes most of the room in a record.
    if (overlaps(workload)) samplesUs.sort((one, other) => one - other);
    if (totalUs !== undefined) turn.totalUs = totalUs;
    if (roundTrips !== undefined) turn.roundTrips = roundTrips;
    if (readings !== undefined) turn.readings = readings;
    if (this.failure !== undefined) {
      turn.void = this.failure.reason;
      turn.detail = this.failure.detail;
    }
    return turn;
  }

  #take(operations: number, together: boolean, openedAt: number) {
    const { world, guard, traffic } = this;
    const [workload, first, held] = [this.#workload, this.done, this.#held];
    const connection = this.connection as Connection<Operations>;
    this.step = 'a turn';
    if (connection.elsewhere === undefined) {
      const job = { workload, first, operations, together, held, world, guard, traffic };
      return takeTurn(job, connection.operations, openedAt);
    }
    const asked = { workload: workload.id, first, operations, together, held };
    return guard.race(connection.elsewhere.turn(asked), this.elsewhere);
  }

  /** Looks whether the object holds what it was asked; its whole session is discarded if not. */
  async check(): Promise<void> {
    if (this.failure !== undefined) return;
    const workload = this.#workload;
    const [done, held] = [this.done, this.#held];
    await this.attempt('the check', 'error', async () => {
      const mismatch = await this.ask(
        (operations) => workload.check(operations, done, held),
        (caller) => caller.check(workload.id, done, held),
      );
      if (mismatch !== undefined) this.interrupt('check', mismatch);
    });
    this.#whole ??= this.failure;
  }

  /** Why all that it had of the workload is discarded: a failure before the first turn stands nowhere else. */
  get whole(): Interruption | undefined {
    return this.#whole ?? (this.#turns === 0 ? this.failure : undefined);
  }

  /** The arm’s entry in the record, besides its turns. */
  get remains(): ArmSession {
    const { arm, whole } = this;
    return {
      arm,
      ...this.opened,
      warmUp: this.#warmUp,
      ...(whole && { void: whole.reason, detail: whole.detail }),
    };
  }
}
