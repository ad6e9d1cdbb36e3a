/**
 * A model of the work queue of the published @lumenize/call under a limit on requests. It times nothing.
 *
 * Each arrival starts a loop over all waiting calls, in the order of their random ids. A call leaves the queue only
 * once its result is on its way, and by then every loop has listed it. Loops run side by side, and arrivals are
 * faster than a round trip. Each arrival renews the number of requests that the runtime lets an object send.
 */
import { type Random, seeded } from '../../../core/plan/index.ts';

/**
 * @param calls made at once
 * @param allowed results that may be sent after an arrival, until the next
 * @returns how many of the calls are answered
 */
export function answeredOnce(calls: number, allowed: number, random: Random): number {
  const ids = Array.from({ length: calls }, () => random());
  const loops = ids.map((_, at) => ids.slice(0, at + 1).sort((one, other) => one - other));
  const answered = new Set<number>();
  let left = allowed;
  for (let step = 0; step < calls; step++) {
    for (const { [step]: id } of loops) {
      if (id === undefined) continue;
      // The first result of each loop is sent as its call arrives.
      if (step === 0) left = allowed;
      if (left > 0) answered.add(id);
      left -= 1;
    }
  }
  return answered.size;
}

/** The same in several runs, whose ids all come from one seed. */
export function answeredCalls(calls: number, allowed: number, runs = 500): number[] {
  const random = seeded(28);
  return Array.from({ length: runs }, () => answeredOnce(calls, allowed, random));
}
