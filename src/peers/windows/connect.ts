import type { Connect, Connection, Meter } from '../../harness/plan/index.ts';
import type { OpenClient } from './clients/client.ts';
import { clients } from './clients.ts';
import type { Place, Speaker } from './ends.ts';
import { metered } from './metered.ts';
import type { WindowOperations } from './operations.ts';
import { Ports } from './ports.ts';
import { type Opened, Windows } from './windows.ts';

/**
 * Loads a system’s client; what comes of it opens connections to one place, through a page’s
 * {@link Windows} or, where the caller is an agent in a worker, through the {@link Ports} it has.
 */
export async function connector(system: Speaker, place: Place): Promise<Connect<WindowOperations>> {
  const { open } = await clients[system]();
  return async (channel) => {
    const { id, meter, through } = channel;
    if (through instanceof Ports) {
      const port = metered(through.take(id), meter);
      return called({ end: { kind: 'port', port }, close: () => port.close() }, open, meter);
    }
    if (!(through instanceof Windows)) {
      throw new TypeError(`connect: got ${String(through)} to reach it through, expected windows`);
    }
    if (place === 'port') return through.betweenWorkers(system, channel);
    return called(await through.open(place, system, meter), open, meter);
  };
}

function called(
  { end, close }: Opened,
  open: OpenClient,
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
