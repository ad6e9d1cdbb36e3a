/** One turn over an open connection, wherever that is: its operations timed, their answers looked at. */
import {
  type Operation,
  overlaps,
  type Timed,
  type TurnAsked,
  type TurnTaken,
  type Workload,
} from '../plan/index.ts';
import type { Guard } from './guard.ts';
import { NO_TRAFFIC, since, type Traffic, type TrafficMeter } from './meters.ts';
import type { World } from './world.ts';

interface TakingJob<Operations> extends Omit<TurnAsked, 'workload'> {
  workload: Workload<Operations>;
  world: World;
  guard: Guard;
  traffic: TrafficMeter;
}

interface Timing<Operations> {
  operations: ReadonlyArray<Operation<Operations>>;
  target: Operations;
  world: World;
  guard: Guard;
  ledger: Ledger;
}

/** A turn under way. Its times so far are in {@link timed}, also where it came to no end. */
export class Taking<Operations> {
  readonly #job: TakingJob<Operations>;
  readonly #ledger = new Ledger();
  readonly #before: Traffic;
  #totalUs: number | undefined;

  /** Made before anything of the turn is done, the opening of its connection included. */
  constructor(job: TakingJob<Operations>) {
    this.#job = job;
    this.#before = job.workload.cold === true ? NO_TRAFFIC : job.traffic.read();
  }

  /**
   * Makes and times the operations, and looks at their answers.
   *
   * @param createdAt moment that the connection began to be created, where that is timed too
   * @throws what an operation rejects with; why the guard ended it
   */
  async take(target: Operations, createdAt: number): Promise<TurnTaken> {
    const { workload, first, held = 0, operations: count, together, world, guard } = this.#job;
    const { concurrency, cold } = workload;
    const operations = Array.from({ length: count }, (_, at) => workload.operation(first + at));
    const timing = { operations, target, world, guard, ledger: this.#ledger };
    if (cold === true) await guard.race(timeCold(timing, createdAt));
    else if (concurrency !== undefined) this.#totalUs = await timeClosed(timing, concurrency);
    else if (together) this.#totalUs = await guard.race(timeTogether(timing));
    else await guard.race(timeRow(timing));
    return { timed: this.timed, wrong: workload.wrong(this.#ledger.answers, first, held) };
  }

  /** The times and counts so far. */
  get timed(): Timed {
    const { workload, traffic } = this.#job;
    const { samplesUs, answers } = this.#ledger;
    const { frames, bytes, roundTrips } = since(this.#before, traffic.read());
    const answer = answers.at(-1);
    return {
      samplesUs,
      ...(this.#totalUs !== undefined && { totalUs: this.#totalUs }),
      frames,
      bytes,
      // With several calls under way, an answer says nothing of who waited for it.
      ...(!overlaps(workload) && (workload.callsPerOperation ?? 1) === 1 && { roundTrips }),
      ...(workload.readings && answer !== undefined && { readings: workload.readings(answer) }),
    };
  }
}

/** Samples and answers by operation. Tells the guard since when the oldest unanswered one waits. */
class Ledger {
  /** Answers, by the place of their operation in the list. */
  readonly answers: unknown[] = [];
  done = 0;
  /** End of the newest operation to end, on the world's clock, in ms. */
  lastEndAt = 0;
  /** Place of the oldest operation without an answer. */
  #oldest = 0;
  readonly #samplesUs: Array<number | undefined> = [];
  readonly #startedAt: number[] = [];

  /** Durations of the operations that ended, in the order they began, in µs. */
  get samplesUs(): number[] {
    return this.#samplesUs.filter((sampleUs) => sampleUs !== undefined);
  }

  /** @param at moment that the sample counts from */
  begin(index: number, at: number, guard: Guard): void {
    this.#startedAt[index] = at;
    if (index === this.#oldest) guard.stepStartedAt = at;
  }

  end(index: number, at: number, answer: unknown, guard: Guard): void {
    this.add(index, at - (this.#startedAt[index] ?? at), answer);
    this.lastEndAt = at;
    guard.stepStartedAt = this.#startedAt[this.#oldest] ?? at;
  }

  /** @param ms time the operation took */
  add(index: number, ms: number, answer: unknown): void {
    this.#samplesUs[index] = toMicroseconds(ms);
    this.answers[index] = answer;
    this.done += 1;
    while (this.#samplesUs[this.#oldest] !== undefined) this.#oldest += 1;
  }
}

/** Times operations one after the other. */
async function timeRow<Operations>(timing: Timing<Operations>): Promise<void> {
  const { operations, target, world, guard, ledger } = timing;
  let startedAt = 0;
  const begin = () => {
    startedAt = world.now();
  };
  for (const [index, operation] of operations.entries()) {
    begin();
    guard.stepStartedAt = startedAt;
    const answer = await operation(target, begin);
    const endedAt = world.now();
    if (guard.over) return;
    ledger.add(index, endedAt - startedAt, answer);
  }
}

/**
 * Times operations one after the other as one: each is too short for the clock, so that only their
 * mean is known, which is what each of their samples says.
 *
 * @returns time from the first call to the last answer, in µs
 */
async function timeTogether<Operations>(timing: Timing<Operations>): Promise<number> {
  const { operations, target, world, guard, ledger } = timing;
  const answers: unknown[] = [];
  const startedAt = world.now();
  guard.stepStartedAt = startedAt;
  for (const operation of operations) {
    answers.push(await operation(target));
    if (guard.over) return 0;
    // Each has the deadline of one operation, however many there are.
    guard.stepStartedAt = world.now();
  }
  const ms = world.now() - startedAt;
  answers.forEach((answer, index) => ledger.add(index, ms / answers.length, answer));
  return toMicroseconds(ms);
}

/** Times operations each together with the opening of the connection, which began at that moment. */
async function timeCold<Operations>(timing: Timing<Operations>, createdAt: number): Promise<void> {
  const { operations, target, world, guard, ledger } = timing;
  for (const [index, operation] of operations.entries()) {
    const answer = await operation(target);
    if (guard.over) return;
    ledger.add(index, world.now() - createdAt, answer);
  }
}

/**
 * Closed loop: callers take operations from one list, each the next once its last is answered.
 * Nothing is reported on the way, because there is no moment in which nothing is timed.
 *
 * @returns time from the first call to the last answer, in µs
 */
async function timeClosed<Operations>(
  { operations, target, world, guard, ledger }: Timing<Operations>,
  concurrency: number,
): Promise<number> {
  const startedAt = world.now();
  // One iterator for all callers: each operation is taken once.
  const queue = operations.entries();
  const caller = async (): Promise<void> => {
    for (const [index, operation] of queue) {
      ledger.begin(index, world.now(), guard);
      const answer = await operation(target);
      if (guard.over) return;
      ledger.end(index, world.now(), answer, guard);
    }
  };
  await guard.race(Promise.all(Array.from({ length: concurrency }, caller)));
  return toMicroseconds(ledger.lastEndAt - startedAt);
}

export function toMicroseconds(ms: number): number {
  return Math.max(0, Math.round(ms * 1000));
}
