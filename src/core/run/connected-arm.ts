import { type Connect, type Connection, type RemoteCaller, Stalled } from '../plan/index.ts';
import { Guard, type Interruption, messageOf } from './guard.ts';
import { TrafficMeter } from './meters.ts';
import { toMicroseconds } from './turn.ts';
import type { World } from './events.ts';

/**
 * How many deadlines of an operation another process or thread has for one step. It watches the
 * deadline of each operation itself; this only bounds the wait for one that is there and says nothing.
 */
const ELSEWHERE_DEADLINES = 60;

export interface ArmJob<Operations> {
  arm: string;
  connect: Connect<Operations>;
  /** Longest a single operation may take, in ms. */
  deadlineMs: number;
  world: World;
  signal: AbortSignal;
}

/**
 * The connection of one arm to a fresh object, on which it takes one step after the other. The first
 * failure ends them all and stands in {@link failure}; nothing but an abort is thrown.
 */
export class ConnectedArm<Operations> {
  readonly arm: string;
  /** Why the arm ended before its time; undefined while it has not. */
  failure: Interruption | undefined;
  protected step = 'the connect';
  protected connection: Connection<Operations> | undefined;
  protected connectUs: number | undefined;
  protected readonly guard: Guard;
  protected readonly traffic: TrafficMeter;
  /** How a step is waited for that is taken elsewhere. */
  protected readonly elsewhere: { longestMs: number };
  protected readonly world: World;
  readonly #job: ArmJob<Operations>;
  /** Id of the object that the connection is to. */
  #object = '';

  constructor(job: ArmJob<Operations>) {
    const { arm, world, deadlineMs, signal } = job;
    this.arm = arm;
    this.world = world;
    this.#job = job;
    this.elsewhere = { longestMs: ELSEWHERE_DEADLINES * deadlineMs };
    this.guard = new Guard(world, deadlineMs, signal, () => this.step);
    this.traffic = new TrafficMeter((how) => {
      const reason = this.connection === undefined ? 'connect' : 'closed';
      this.interrupt(reason, `${how} during ${this.step}`);
    });
  }

  /** Ends the arm, whatever it is at. */
  interrupt(reason: Interruption['reason'], detail: string): void {
    this.guard.interrupt(reason, detail);
    this.failure ??= this.guard.interruption;
  }

  /** Closes the connection. A library whose close throws must not keep the others open. */
  close(): void {
    this.guard.stop();
    try {
      this.connection?.close();
    } catch (error) {
      // Thrown where nobody catches it: the command names its library, a page's console shows it.
      queueMicrotask(() => {
        throw error;
      });
    }
  }

  protected async connect(): Promise<void> {
    const { connect, deadlineMs, world } = this.#job;
    this.step = 'the connect';
    const startedAt = world.now();
    const { through } = world;
    this.#object = world.freshObject();
    const channel = { id: this.#object, meter: this.traffic, deadlineMs, through };
    this.connection = await this.guard.open(connect(channel));
    this.connectUs = toMicroseconds(world.now() - startedAt);
    this.traffic.aside = this.connection.aside;
  }

  /** Has something done where the connection’s turns are taken. */
  protected ask<Value>(
    here: (operations: Operations) => Promise<Value>,
    there: (caller: RemoteCaller) => Promise<Value>,
  ): Promise<Value> {
    const connection = this.connection as Connection<Operations>;
    const { elsewhere } = connection;
    return elsewhere === undefined
      ? this.guard.race(here(connection.operations))
      : this.guard.race(there(elsewhere), this.elsewhere);
  }

  /** Takes a step unless the arm has ended. */
  protected async attempt(
    step: string,
    otherwise: Interruption['reason'],
    act: () => Promise<unknown>,
  ): Promise<void> {
    if (this.failure !== undefined) return;
    this.step = step;
    try {
      await act();
    } catch (error) {
      this.fail(error, otherwise);
    }
    this.step = 'a pause';
  }

  /** Ends the arm with an error. @param otherwise the reason that it has unless another shows */
  protected fail(error: unknown, otherwise: Interruption['reason']): void {
    this.#job.signal.throwIfAborted();
    const stalled = error instanceof Stalled;
    const lost = this.traffic.isLost ? 'closed' : otherwise;
    // A stall in another process comes with a sentence of its own.
    const told = stalled && this.connection?.elsewhere !== undefined;
    this.failure ??= this.guard.interruption ?? {
      reason: !this.hasAnswered ? 'connect' : stalled ? 'stalled' : lost,
      detail: told ? error.message : `${this.step}: ${messageOf(error)}`,
    };
    this.close();
  }

  /** Whether the object has answered: an arm that opens nothing knows it only then. */
  protected get hasAnswered(): boolean {
    if (this.connection === undefined) return false;
    return this.traffic.isOpen || this.traffic.read().frames.in > 0;
  }

  /** The connection as a record has it; nothing of one that never answered. */
  protected get opened() {
    if (!this.hasAnswered) return {};
    const { extensions } = this.traffic;
    const protocol = this.world.protocolTo?.(this.#object);
    return {
      connectUs: this.connectUs,
      ...(extensions !== undefined && { extensions }),
      ...(protocol !== undefined && { protocol }),
    };
  }
}
