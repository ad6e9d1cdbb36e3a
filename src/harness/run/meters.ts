import type { Meter, Payload } from '../plan/index.ts';
import type { Turn } from '../record/index.ts';

/** Frames and payload bytes in each direction, as the client sees them. */
export interface Traffic extends Pick<Turn, 'frames' | 'bytes'> {
  /** How often a frame came in after one had gone out that asks for something: round trips, where calls do not overlap. */
  roundTrips: number;
}

const encoder = new TextEncoder();
/** Parts of a note of what passed. */
const PARTS = 3;

/** Nothing at all. */
export const NO_TRAFFIC: Traffic = {
  frames: { out: 0, in: 0 },
  bytes: { out: 0, in: 0 },
  roundTrips: 0,
};

/**
 * The meter of one channel. While an operation is timed it only notes what passed; all else is done when
 * somebody reads, because it would be timed as well.
 */
export class TrafficMeter implements Meter {
  /** True once the other end has been there. */
  isOpen = false;
  /** Extensions that were negotiated, empty where none were; undefined of a channel that negotiates nothing. */
  extensions: string | undefined;
  /** True once the channel was lost, whoever closed it. */
  isLost = false;
  /** The beginning of messages that ask for nothing; undefined where there are none. */
  aside: string | undefined;
  readonly #onLost: (how: string) => void;
  readonly #frames = { out: 0, in: 0 };
  readonly #bytes = { out: 0, in: 0 };
  /** What passed since it was last read: in threes its way, its text or size, and whether it is more of the one before. */
  #passed: Array<string | number | boolean> = [];
  #roundTrips = 0;
  #sentLast = false;

  /** @param onLost hears once how the channel was lost */
  constructor(onLost: (how: string) => void = () => undefined) {
    this.#onLost = onLost;
  }

  opened(extensions?: string): void {
    this.isOpen = true;
    this.extensions = extensions ?? this.extensions;
  }

  lost(how: string): void {
    if (this.isLost) return;
    this.isLost = true;
    this.#onLost(how);
  }

  count(way: 'out' | 'in', data: Payload, goesOn = false): void {
    // Bytes may be handed on, and are then gone.
    this.#passed.push(way, typeof data === 'string' ? data : sizeOf(data), goesOn);
  }

  /** Everything since the meter was made. */
  read(): Traffic {
    const passed = this.#passed;
    this.#passed = [];
    for (let at = 0; at < passed.length; at += PARTS) {
      this.#add(
        passed[at] as 'out' | 'in',
        passed[at + 1] as string | number,
        passed[at + 2] === true,
      );
    }
    return {
      frames: { ...this.#frames },
      bytes: { ...this.#bytes },
      roundTrips: this.#roundTrips,
    };
  }

  #add(way: 'out' | 'in', data: string | number, goesOn: boolean): void {
    if (way === 'in' && this.#sentLast) this.#roundTrips += 1;
    if (way === 'in' || !this.#isAside(data)) this.#sentLast = way === 'out';
    if (!goesOn) this.#frames[way] += 1;
    this.#bytes[way] += typeof data === 'string' ? encoder.encode(data).byteLength : data;
  }

  #isAside(data: string | number): boolean {
    return this.aside !== undefined && typeof data === 'string' && data.startsWith(this.aside);
  }
}

const sizeOf = (data: Exclude<Payload, string>): number =>
  data instanceof Blob ? data.size : data.byteLength;

/** The traffic between two readings. */
export function since(before: Traffic, after: Traffic): Traffic {
  return {
    frames: { out: after.frames.out - before.frames.out, in: after.frames.in - before.frames.in },
    bytes: { out: after.bytes.out - before.bytes.out, in: after.bytes.in - before.bytes.in },
    roundTrips: after.roundTrips - before.roundTrips,
  };
}
