import type { Meter, Payload } from '../plan/index.ts';
import type { Turn } from '../record/index.ts';

/** Frames and payload bytes in each direction, as the client sees them. */
export interface Traffic extends Pick<Turn, 'frames' | 'bytes'> {
  /** Frames that came in after one had gone out that an answer is due to: round trips, if calls do not overlap. */
  roundTrips: number;
}

const encoder = new TextEncoder();
/** Longest text whose bytes are counted letter by letter, which takes less time than encoding it. */
const SHORT_TEXT = 200;
/** Items of each message. */
const PARTS = 3;

/** Nothing at all. */
export const NO_TRAFFIC: Traffic = {
  frames: { out: 0, in: 0 },
  bytes: { out: 0, in: 0 },
  roundTrips: 0,
};

/**
 * The meter of one channel. While an operation is timed it only notes what passed. The rest is done when it is
 * read, because it would be timed as well.
 */
export class TrafficMeter implements Meter {
  /** True once the other end has been there. */
  isOpen = false;
  /** Extensions that were negotiated, empty if none were; undefined for a channel that negotiates none. */
  extensions: string | undefined;
  /** The beginning of messages that no answer is due to; undefined if there are none. */
  unansweredPrefix: string | undefined;
  readonly #onLost: (how: string) => void;
  #isLost = false;
  /** Messages since it was last read, three items each: the way, the text or size, and whether it continues the one before. */
  readonly #passed: Array<string | number | boolean> = [];
  #sentLast = false;
  #read = NO_TRAFFIC;
  /** Place of the mark among the messages that passed, until they are read, and all that passed before it. */
  #markAt = -1;
  #marked = NO_TRAFFIC;

  /** @param onLost hears once how the channel was lost */
  constructor(onLost: (how: string) => void = () => undefined) {
    this.#onLost = onLost;
  }

  opened(extensions?: string): void {
    this.isOpen = true;
    this.extensions = extensions ?? this.extensions;
  }

  lost(how: string): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#onLost(how);
  }

  count(way: 'out' | 'in', data: Payload, goesOn = false): void {
    // Bytes may be handed on, and are then gone.
    this.#passed.push(way, typeof data === 'string' ? data : sizeOf(data), goesOn);
  }

  /** Marks this moment. Nothing is counted yet, because a call may follow at once. */
  mark(): void {
    this.#markAt = this.#passed.length;
  }

  /** Everything since the last mark. */
  readSinceMark(): Traffic {
    const { frames, bytes, roundTrips } = this.read();
    const { frames: earlier, bytes: before, roundTrips: trips } = this.#marked;
    return {
      frames: { out: frames.out - earlier.out, in: frames.in - earlier.in },
      bytes: { out: bytes.out - before.out, in: bytes.in - before.in },
      roundTrips: roundTrips - trips,
    };
  }

  /** Everything since the meter was made. */
  read(): Traffic {
    const passed = this.#passed;
    const frames = { ...this.#read.frames };
    const bytes = { ...this.#read.bytes };
    let { roundTrips } = this.#read;
    const note = (): Traffic => ({ frames: { ...frames }, bytes: { ...bytes }, roundTrips });
    for (let at = 0; at < passed.length; at += PARTS) {
      if (at === this.#markAt) this.#marked = note();
      const data = passed[at + 1] as string | number;
      const size = typeof data === 'string' ? bytesOf(data) : data;
      const isFirst = passed[at + 2] === false ? 1 : 0;
      if (passed[at] === 'in') {
        frames.in += isFirst;
        bytes.in += size;
        if (this.#sentLast) roundTrips += 1;
        this.#sentLast = false;
      } else {
        frames.out += isFirst;
        bytes.out += size;
        if (!this.#isAside(data)) this.#sentLast = true;
      }
    }
    this.#read = note();
    if (this.#markAt === passed.length) this.#marked = this.#read;
    this.#markAt = -1;
    passed.length = 0;
    return this.#read;
  }

  #isAside(data: string | number): boolean {
    return (
      this.unansweredPrefix !== undefined &&
      typeof data === 'string' &&
      data.startsWith(this.unansweredPrefix)
    );
  }
}

const sizeOf = (data: Exclude<Payload, string>): number =>
  data instanceof Blob ? data.size : data.byteLength;

/** Bytes of a text in UTF-8. */
function bytesOf(text: string): number {
  const { length } = text;
  if (length > SHORT_TEXT) return encoder.encode(text).byteLength;
  for (let at = 0; at < length; at += 1) {
    if (text.charCodeAt(at) > 127) return encoder.encode(text).byteLength;
  }
  return length;
}
