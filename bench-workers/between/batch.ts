/** Makes the calls of a batch in the order that it asks for. */
import type { RpcTarget } from 'cloudflare:workers';
import { type Batch, most } from '../../src/places/objects/protocol.ts';
import { payloadAt } from '../../src/service/payloads.ts';
import { limits } from '../limits.ts';

/** Makes one call and resolves to what it returned. Calls of one turn may share a message. */
export type Call = (at: number, n: number, text: string) => Promise<number>;

/** How far a batch has come. */
export interface Progress {
  /** Calls that have returned. */
  returned: number;
  /** Whether nobody waits for it any more: calls that were not made by then are not made. */
  over: boolean;
}

/**
 * @returns what the calls returned, in their order
 * @throws what the first call threw that failed
 */
export async function runBatch(
  { calls, order, bytes, objects, first }: Batch,
  call: Call,
  progress: Progress,
): Promise<number[]> {
  const one = async (at: number): Promise<number> => {
    const value = await call(at % objects, first + at, payloadAt(bytes, first + at));
    progress.returned += 1;
    return value;
  };
  const all = Array.from({ length: calls }, (_, at) => at);
  if (order === 'at-once') return Promise.all(all.map(one));
  const size = order === 'in-a-row' ? 1 : order.waves;
  const results: number[] = [];
  for (let from = 0; from < calls && !progress.over; from += size) {
    results.push(...(await Promise.all(all.slice(from, from + size).map(one))));
  }
  return results;
}

/** How often a batch that waits looks whether there is room, in ms. */
const LOOK_MS = 20;
/** A batch that its object took along when it ended, or that hangs, is forgotten after this, in ms. */
const LONGEST_MS = 60_000;

/** Calls that are under way at once, or are to be. */
interface Room {
  calls: number;
  /** The visitor whose calls they are, who has at most half of all; undefined where nothing tells visitors apart. */
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
    await scheduler.wait(LOOK_MS);
  }
  const taken = { ...room, until: Date.now() + LONGEST_MS };
  held.add(taken);
  return () => held.delete(taken);
}

const callsOf = (rooms: Iterable<Room>): number =>
  [...rooms].reduce((sum, { calls }) => sum + calls, 0);

/** What a client of Cap’n Web or Lumenize’s protocol reaches of the object that is called. */
export interface EffectTarget {
  /** What every way of calling ends in: counts the call, and returns what `effectOf` says. */
  effect(n: number, text: string): number;
}

/** What is answered over a plain socket. */
export type RawAnswer =
  | { id: number; value: number; error?: undefined }
  | { id: number; value?: undefined; error: string };

/** What objects call of each other. */
export interface CalleeMethods extends EffectTarget, Rpc.DurableObjectBranded {
  /** Has each call that follows write to the object’s storage, or none. */
  store(writes: boolean): void;
  /** How often it was called since it was last asked. */
  takeEffects(): number;
  /** Gives the result to a function of the caller. */
  tell(n: number, text: string, report: (value: number) => unknown): Promise<void>;
  /** The call as an object on which a second call asks for the result. */
  deferred(n: number, text: string): RpcTarget & { value(): number };
  /** Does what a serialized continuation says, and gives the result back as serialized. */
  perform(continuation: string): string;
  /** Takes a call of the rebuilt design in; its result goes back as a call. */
  enqueue(key: string, caller: string, continuation: string): void;
  /** Takes a result of the rebuilt design in, which the object called sends back. */
  takeResult(result: string): void;
}

/** What a way of calling is given to work with. */
export interface Caller {
  ctx: DurableObjectState;
  /** A stub of the object at this place among those that are called. */
  stub: (at: number) => DurableObjectStub<CalleeMethods>;
  /** What the caller itself goes by, for objects that call back. */
  name: string;
  /** Counts a call that reached no other object. */
  count: () => void;
  /** Is aborted when the client is gone: what is open to other objects is closed then. */
  gone: AbortSignal;
}

/** A way of calling, made once for each connection of a client. */
export type MakeWay = (caller: Caller) => Call;
