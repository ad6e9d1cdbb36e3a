import type { Meter, Payload } from '../plan/index.ts';
import type { Block } from '../record/index.ts';

/** Frames and payload bytes in each direction, as the client sees them. */
export interface Traffic extends Pick<Block, 'frames' | 'bytes'> {
  /** How often a frame came in after one had gone out that asks for something: round trips, where calls do not overlap. */
  roundTrips: number;
}

const encoder = new TextEncoder();

/** Nothing at all. */
export const NO_TRAFFIC: Traffic = {
  frames: { out: 0, in: 0 },
  bytes: { out: 0, in: 0 },
  roundTrips: 0,
};

/**
 * The meter of one channel. While an operation is timed it only keeps a reference to what passed; the
 * bytes of text are counted when somebody reads, because encoding them there would be timed as well.
 */
export class TrafficMeter implements Meter {
  /** True once the other end has been there. */
  isOpen = false;
  /** Extensions that were negotiated; empty until the other end is there. */
  extensions = '';
  /** True once the channel was lost, whoever closed it. */
  isLost = false;
  /** The beginning of messages that ask for nothing; undefined where there are none. */
  aside: string | undefined;
  readonly #onLost: (how: string) => void;
  readonly #frames = { out: 0, in: 0 };
  readonly #bytes = { out: 0, in: 0 };
  #texts: Array<['out' | 'in', string]> = [];
  #roundTrips = 0;
  #sentLast = false;

  /** @param onLost hears once how the channel was lost */
  constructor(onLost: (how: string) => void = () => undefined) {
    this.#onLost = onLost;
  }

  opened(extensions = ''): void {
    this.isOpen = true;
    this.extensions = extensions;
  }

  lost(how: string): void {
    if (this.isLost) return;
    this.isLost = true;
    this.#onLost(how);
  }

  count(way: 'out' | 'in', data: Payload, goesOn = false): void {
    if (way === 'in' && this.#sentLast) this.#roundTrips += 1;
    if (way === 'in' || !this.#isAside(data)) this.#sentLast = way === 'out';
    if (!goesOn) this.#frames[way] += 1;
    if (typeof data === 'string') this.#texts.push([way, data]);
    else this.#bytes[way] += data instanceof Blob ? data.size : data.byteLength;
  }

  #isAside(data: Payload): boolean {
    return this.aside !== undefined && typeof data === 'string' && data.startsWith(this.aside);
  }

  /** Everything since the meter was made. */
  read(): Traffic {
    for (const [way, text] of this.#texts) this.#bytes[way] += encoder.encode(text).byteLength;
    this.#texts = [];
    return {
      frames: { ...this.#frames },
      bytes: { ...this.#bytes },
      roundTrips: this.#roundTrips,
    };
  }
}

/** The traffic between two readings. */
export function since(before: Traffic, after: Traffic): Traffic {
  return {
    frames: { out: after.frames.out - before.frames.out, in: after.frames.in - before.frames.in },
    bytes: { out: after.bytes.out - before.bytes.out, in: after.bytes.in - before.bytes.in },
    roundTrips: after.roundTrips - before.roundTrips,
  };
}
