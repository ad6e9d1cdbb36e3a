/** Where the called side can be, and what is the same for several systems there. */
import type { Reasons } from '../../harness/plan/index.ts';

/** Where a page has the called side. */
export type Kind = 'worker' | 'frame' | 'sandbox';

/** Places of arms: each as its system reaches it, or through a port that was handed there; and `port`, from worker to worker. */
export type Place = Kind | `${Kind}-port` | 'port';

/** The reason why a system hands no buffer over, for each workload that asks it to. */
export const notHandedOver = (why: string): Reasons => ({
  'transfer-1m': why,
  'transfer-16m': why,
});
