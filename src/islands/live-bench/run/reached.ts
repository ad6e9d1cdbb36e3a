import type { Study, Way } from '../../../harness/plan/index.ts';
import type { AboutBench, Presence, World } from '../../../harness/run/index.ts';
import type { Failure } from '../failures.ts';
import type { Audience } from './protocol.ts';

/** The other ends of a run, once the first of them has answered. */
export interface Reached {
  world: World;
  about: AboutBench;
  contact: Way;
  /** Why they were given up, once they were. */
  failure?: () => Failure | undefined;
  /** Ends what outlives single connections. */
  leave?: () => void;
}

/**
 * One way to reach the other ends of a study.
 *
 * @param origin of the bench, or of the page, without a trailing slash
 */
export type Reach = <Operations>(
  study: Study<Operations>,
  origin: string,
  thread: Audience & { presence: Presence },
) => Promise<Reached>;
