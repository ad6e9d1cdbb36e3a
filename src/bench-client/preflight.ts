import type { Study, Way } from '../harness/plan/index.ts';
import { diagnose } from './about.ts';
import { firstContact } from './contact.ts';
import { messageOf } from './failure.ts';
import type { RecoveringWorld } from './recover.ts';

/**
 * Opens one connection to the study’s baseline and makes a few calls, before anything is measured.
 *
 * @returns what that tells of the way to the bench
 * @throws BenchFailed that says why it does not work; the signal's reason when aborted
 */
export async function preflight<Operations>(
  study: Study<Operations>,
  world: RecoveringWorld,
  signal: AbortSignal,
): Promise<Way> {
  try {
    return await firstContact(study, world, signal);
  } catch (error) {
    signal.throwIfAborted();
    const { origin } = world.through;
    throw await diagnose(origin, world.newestAddress() ?? origin, messageOf(error), signal);
  }
}
