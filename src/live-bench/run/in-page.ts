import { firstContact } from '../../bench-client/contact.ts';
import { messageOf } from '../../bench-client/failure.ts';
import { timersHere } from '../../bench-client/world.ts';
import type { Study } from '../../harness/plan/index.ts';
import { versionsOf } from '../../systems/index.ts';
import { RunFailed } from '../states.ts';
import type { Thread } from './thread.ts';

/** Opens a first worker of the page. Nobody outside of the page is asked anything. */
export async function reachPage<Operations>(
  study: Study<Operations>,
  { presence, signal, take }: Thread,
) {
  await take({ type: 'starting', step: 'connecting' });
  const world = { ...timersHere(), presence };
  const contact = await firstContact(study, world, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new RunFailed({ kind: 'no-peer', detail: messageOf(error) });
  });
  const systems = [...new Set(study.arms.map(({ system }) => system))];
  const about = {
    ...{ setting: 'page' as const, commit: null, dirty: false, colo: null },
    systems: systems.map((id) => ({ id, versions: { ...versionsOf(id) } })),
  };
  return { world, about, contact, leave: () => undefined };
}
