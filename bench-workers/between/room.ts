/** The room that all batches of an isolate share: each call under way is held in memory. */
import { most } from '../../src/places/objects/protocol.ts';
import { limits } from '../limits.ts';

/** How often a batch that waits looks whether there is room, in ms. */
const LOOK_MS = 20;
/** A batch that its object took along when it ended, or that hangs, is forgotten after this, in ms. */
const LONGEST_MS = 60_000;

/** Calls that are under way at once, or are to be. */
interface Room {
  calls: number;
  /** The visitor whose calls they are, who has at most half of the room; undefined where nothing tells visitors apart. */
  visitor: number | undefined;
}

const held = new Set<Room & { until: number }>();

/**
 * Waits until there is room for some calls beside those of others.
 *
 * @returns what gives the room back
 * @throws Error where others have it for too long
 */
export async function takeRoom(room: Room, gone: AbortSignal): Promise<() => void> {
  const patienceUntil = Date.now() + limits.batchRoomSeconds * 1000;
  for (;;) {
    const now = Date.now();
    for (const each of held) if (each.until < now) held.delete(each);
    const own = [...held].filter(({ visitor }) => visitor === room.visitor);
    const mostOfOne = room.visitor === undefined ? most.atOnce : most.atOnce / 2;
    const isRoom =
      callsOf(held) + room.calls <= most.atOnce && callsOf(own) + room.calls <= mostOfOne;
    if (isRoom) break;
    if (gone.aborted || now > patienceUntil) {
      throw new Error(
        `batch: got ${room.calls} calls beside ${callsOf(held)} that are under way, expected at most ${most.atOnce} at once, and ${mostOfOne} of one visitor`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const taken = { ...room, until: Date.now() + LONGEST_MS };
  held.add(taken);
  return () => held.delete(taken);
}

const callsOf = (rooms: Iterable<Room>): number =>
  [...rooms].reduce((sum, { calls }) => sum + calls, 0);
