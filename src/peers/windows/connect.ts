import type { Connect, Connection, Meter } from '../../harness/plan/index.ts';
import type { Place, Speaker, WindowSystem } from './channel.ts';
import { metered } from './metered.ts';
import type { WindowOperations } from './service.ts';
import { type CalledSide, Ports, Windows } from './windows.ts';

/** Each system’s code, loaded apart from all that only lists them. */
const systems: Readonly<Record<Speaker, () => Promise<WindowSystem>>> = {
  'post-message': () => import('./systems/post-message.ts'),
  comlink: () => import('./systems/comlink.ts'),
  kkrpc: () => import('./systems/kkrpc.ts'),
  capnweb: () => import('./systems/capnweb.ts'),
  birpc: () => import('./systems/birpc.ts'),
};

/**
 * Loads a system’s client; what comes of it opens connections to one place, through a page’s
 * {@link Windows} or, where the caller is an agent in a worker, through the {@link Ports} it has.
 */
export async function connector(system: Speaker, place: Place): Promise<Connect<WindowOperations>> {
  const { open } = await systems[system]();
  return async (channel) => {
    const { id, meter, through } = channel;
    if (through instanceof Ports) {
      const port = metered(through.take(id), meter);
      return connectionOf({ end: { kind: 'port', port }, close: () => port.close() }, open, meter);
    }
    if (!(through instanceof Windows)) {
      throw new TypeError(`connect: got ${String(through)} to reach it through, expected windows`);
    }
    if (place === 'port') return through.betweenWorkers(system, channel);
    return connectionOf(await through.open(place, system, meter), open, meter);
  };
}

function connectionOf(
  { end, close }: CalledSide,
  open: WindowSystem['open'],
  meter: Meter,
): Connection<WindowOperations> {
  const client = open(end);
  meter.opened();
  return {
    operations: client.operations,
    close() {
      client.close();
      close();
    },
  };
}
