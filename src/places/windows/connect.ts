import type { Connect } from '../../harness/plan/index.ts';
import type { Place, Speaker, WindowSystem } from './channel.ts';
import { metered } from './metered.ts';
import type { WindowOperations } from './service.ts';
import { type CalledSide, Ports, Windows } from './windows.ts';

/** Each system’s code, loaded apart from all that only lists them. */
const systems: Readonly<Record<Speaker, () => Promise<WindowSystem>>> = {
  'post-message': () => import('../../systems/post-message/window.ts'),
  comlink: () => import('../../systems/comlink/window.ts'),
  kkrpc: () => import('../../systems/kkrpc/window.ts'),
  capnweb: () => import('../../systems/capnweb/window.ts'),
  birpc: () => import('../../systems/birpc/window.ts'),
};

/**
 * Loads a system’s client; what comes of it opens connections to one place, through a page’s
 * {@link Windows} or, where the caller is an agent in a worker, through the {@link Ports} it has.
 */
export async function connector(system: Speaker, place: Place): Promise<Connect<WindowOperations>> {
  const { open } = await systems[system]();
  return async (channel) => {
    const { id, meter, through } = channel;
    let side: CalledSide;
    if (through instanceof Ports) {
      const port = metered(through.take(id), meter);
      side = { end: { kind: 'port', port }, close: () => port.close() };
    } else if (!(through instanceof Windows)) {
      throw new TypeError(`connect: got ${String(through)} to reach it through, expected windows`);
    } else if (place === 'port') return through.betweenWorkers(system, channel);
    else side = await through.open(place, system, meter);
    const { operations, close } = open(side.end);
    meter.opened();
    return {
      operations,
      close() {
        close();
        side.close();
      },
    };
  };
}
