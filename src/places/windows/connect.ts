import type { Connect } from '../../harness/plan/index.ts';
import type { Kind } from '../contestant.ts';
import { loadWindowSystem } from './channel.ts';
import { metered } from '../../links/port.ts';
import type { PeerOperations } from '../peers/operations.ts';
import { type CalledSide, Ports, Windows } from './windows.ts';

/** The called side of an arm. */
export interface WindowTarget {
  system: string;
  /** Undefined between workers. */
  kind: Kind | undefined;
  /** Set where it speaks through a port that was handed to the other side, and not through that itself. */
  throughPort: boolean;
}

/**
 * Loads an arm’s client; what comes of it opens connections to its place, through a page’s
 * {@link Windows} or, where the caller is an agent in a worker, through the {@link Ports} it has.
 */
export async function connector(arm: WindowTarget): Promise<Connect<PeerOperations>> {
  const { open } = await loadWindowSystem(arm.system);
  return async (channel) => {
    const { id, meter, through } = channel;
    let side: CalledSide;
    if (through instanceof Ports) {
      const port = metered(through.take(id), meter);
      side = { end: { kind: 'port', port }, close: () => port.close() };
    } else if (!(through instanceof Windows)) {
      throw new TypeError(`connect: got ${String(through)} to reach it through, expected windows`);
    } else if (arm.kind === undefined) return through.betweenWorkers(arm.system, channel);
    else side = await through.open(arm.kind, arm, meter);
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
