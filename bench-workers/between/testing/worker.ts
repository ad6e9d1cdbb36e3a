/** The bench’s Worker with objects that fail at some calls, for tests of those that call them. */
import { BenchObject as Bench } from '../../object.ts';

export { BudgetObject, default } from '../../../src/libraries/worker.ts';

/** Numbers of the calls that are not answered for a minute, and of those that reset the object. */
const WAITING = 1000;
const RESETTING = 2000;

export class BenchObject extends Bench {
  override effect(n: number): number {
    if (n === RESETTING) this.ctx.abort('reset by a test');
    // Where a promise may stand, it is waited for.
    if (n === WAITING) return scheduler.wait(60_000) as never;
    return super.effect(n);
  }
}
