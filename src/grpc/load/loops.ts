import type { Random } from '../../harness/plan/index.ts';
import type { Ledger } from './ledger.ts';

/** Closed loop: each client takes the next operation of one list once its last is answered. */
export async function closedLoop(ledger: Ledger): Promise<void> {
  let next = 0;
  const run = async (client: number): Promise<void> => {
    while (next < ledger.operations) {
      const at = next;
      next += 1;
      if (!(await ledger.make(at, client, performance.now()))) return;
    }
  };
  await Promise.all(ledger.going.map(run));
}

/** Waits that end sooner than this, in ms, are too short for a timer, which counts whole ones. */
const TIMER_MS = 2;

/** Resolves at a moment. */
async function until(at: number): Promise<void> {
  while (performance.now() < at) {
    const wait = at - performance.now();
    await new Promise<void>((resolve) => {
      if (wait > TIMER_MS) setTimeout(resolve, wait - TIMER_MS);
      else setImmediate(resolve);
    });
  }
}

/**
 * Open loop: arrivals of a Poisson process, each sent when it is due by the next client in turn,
 * whatever is unanswered. A sample counts from when it was due.
 *
 * @returns how late they were sent, all together, in µs
 */
export async function openLoop(ledger: Ledger, perSecond: number, random: Random): Promise<number> {
  // Drawn beforehand; 1 − u lies in (0, 1], which keeps the logarithm finite.
  const gaps = Array.from(
    { length: ledger.operations },
    () => (-Math.log(1 - random()) * 1000) / perSecond,
  );
  const underWay: Array<Promise<boolean>> = [];
  let lateMs = 0;
  let due = performance.now();
  for (const [at, gap] of gaps.entries()) {
    due += gap;
    await until(due);
    const { going } = ledger;
    const client = going[at % going.length];
    if (client === undefined) break;
    lateMs += performance.now() - due;
    underWay.push(ledger.make(at, client, due));
  }
  await Promise.all(underWay);
  return Math.round(lateMs * 1000);
}
