/** One turn over an open connection, wherever that is: its operations timed, their answers looked at. */
import {
  overlaps,
  type Timed,
  type TurnAsked,
  type TurnTaken,
  type Workload,
} from '../plan/index.ts';
import type { Guard } from './guard.ts';
import { NO_TRAFFIC, since, type Traffic, type TrafficMeter } from './meters.ts';
import {
  Ledger,
  timeClosed,
  timeCold,
  timeOpen,
  timeRow,
  timeTogether,
  toMicroseconds,
} from './timed.ts';
import type { World } from './world.ts';

interface TakingJob<Operations> extends Pick<TurnAsked, 'first' | 'operations' | 'together'> {
  workload: Workload<Operations>;
  world: World;
  guard: Guard;
  traffic: TrafficMeter;
}

/** A turn under way. What it has so far stands in {@link timed}, also where it came to no end. */
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
   * @throws what an operation rejects with; why the guard ended it; RangeError for an open loop at a
   *   part of what a closed one reaches: nobody here has asked what that is
   */
  async take(target: Operations, createdAt: number): Promise<TurnTaken> {
    const { workload, first, operations: count, together, world, guard } = this.#job;
    const { concurrency, ratePerSecond, ofCapacity, cold } = workload;
    if (ofCapacity !== undefined) {
      throw new RangeError(`ofCapacity: got ${ofCapacity} here, expected turns taken elsewhere`);
    }
    const operations = Array.from({ length: count }, (_, at) => workload.operation(first + at));
    const timing = { operations, target, world, guard, ledger: this.#ledger };
    if (cold === true) await guard.race(timeCold(timing, createdAt));
    else if (concurrency !== undefined) this.#totalUs = await timeClosed(timing, concurrency);
    else if (ratePerSecond !== undefined) this.#totalUs = await timeOpen(timing, ratePerSecond);
    else if (together) this.#totalUs = await guard.race(timeTogether(timing));
    else await guard.race(timeRow(timing));
    return { timed: this.timed, wrong: workload.wrong(this.#ledger.answers, first) };
  }

  /** What is known by now. */
  get timed(): Timed {
    const { workload, traffic } = this.#job;
    const ledger = this.#ledger;
    const { frames, bytes, roundTrips } = since(this.#before, traffic.read());
    const answer = ledger.answers.at(-1);
    return {
      samplesUs: ledger.samplesUs,
      ...(this.#totalUs === undefined ? {} : { totalUs: this.#totalUs }),
      ...(workload.ratePerSecond === undefined ? {} : { lateUs: toMicroseconds(ledger.lateMs) }),
      frames,
      bytes,
      // With several calls under way, an answer says nothing of who waited for it.
      ...(overlaps(workload) || (workload.callsPerOperation ?? 1) > 1 ? {} : { roundTrips }),
      ...(workload.readings && answer !== undefined && { readings: workload.readings(answer) }),
    };
  }
}
