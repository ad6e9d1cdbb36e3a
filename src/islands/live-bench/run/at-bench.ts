import { askAbout } from '../../../bench-client/about.ts';
import { preflight } from '../../../bench-client/preflight.ts';
import { withRecovery } from '../../../bench-client/recover.ts';
import { runtimeWorld } from '../../../bench-client/world.ts';
import type { Reach } from './reached.ts';

/** How long a lost bench is waited for, in ms: whoever sees that can cancel. */
const PATIENCE_MS = 60_000;

/** Asks a bench what it is, and opens a first connection to it. */
export const reachBench: Reach = async (study, origin, { presence, signal, take }) => {
  await take({ type: 'step', step: 'asking' });
  const about = await askAbout(origin, signal);
  await take({ type: 'step', step: 'connecting' });
  const world = withRecovery({ ...runtimeWorld(origin), presence }, [origin], () => PATIENCE_MS);
  const contact = await preflight(study, world, signal);
  return { world, about, contact, failure: () => world.failure() };
};
