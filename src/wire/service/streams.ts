import { limits } from '../limits.ts';
import { itemsOf, Receiving, type Shape } from './items.ts';
import type { Host } from './host.ts';

/** The part of the object that streams need. */
type StreamHost = Pick<Host, 'pay' | 'letOthersRun' | 'end'>;

/** Sent bytes that count as a message of the day. The platform does not charge for them, but they take time to make. */
export const BYTES_PER_MESSAGE = 65_536;
/** Bytes of all streams after which other objects have the thread. */
const YIELD_BYTES = 1024 * 1024;

const { seconds, atOnce } = limits.streams;

/** Bytes that all streams have sent since other objects last had the thread. */
let unbroken = 0;

/** The streams of one object. */
export class Streams {
  readonly #host: StreamHost;
  readonly #gathering = new Gathering();
  /** Items that were sent and read so far. */
  passed = 0;
  #open = 0;

  constructor(host: StreamHost) {
    this.#host = host;
  }

  /** The items of a stream to a client, made on demand. @throws RangeError if it passes a limit, before its first item */
  down(shape: Shape): AsyncGenerator<string, void> {
    const { promise: left, resolve } = Promise.withResolvers<void>();
    const items = this.#down(shape, left);
    const end = items.return.bind(items);
    // A generator that waits would hear of its return only after the wait.
    items.return = (value) => {
      resolve();
      return end(value);
    };
    return items;
  }

  async *#down(shape: Shape, left: Promise<void>): AsyncGenerator<string, void> {
    const { items, bytes, part } = shape;
    await this.#host.pay(1 + Math.ceil((items * bytes) / BYTES_PER_MESSAGE));
    const end = this.#begin();
    try {
      if (await this.#gathering.take(part, left)) return;
      for (const item of itemsOf(shape)) {
        this.passed += 1;
        yield item;
        unbroken += item.length;
        if (unbroken < YIELD_BYTES) continue;
        unbroken = 0;
        await this.#host.letOthersRun();
      }
    } finally {
      end();
    }
  }

  /** Reads a stream of a client. @throws RangeError as {@link down} */
  sink(shape: Shape): StreamSink {
    return new StreamSink(shape, this.#begin(), () => (this.passed += 1));
  }

  /** Notes the beginning of a stream. @returns a function that notes its end */
  #begin(): () => void {
    if (this.#open >= atOnce) {
      throw new RangeError(
        `stream: got one more, expected at most ${atOnce} in one object at once`,
      );
    }
    this.#open += 1;
    // An unread stream does not go on by itself, so that only a clock ends it.
    const timer = setTimeout(
      () => this.#host.end(`a stream lasted longer than ${seconds} seconds`),
      seconds * 1000,
    );
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#open -= 1;
      clearTimeout(timer);
    };
  }
}

/** Streams of one object that wait for a write. */
class Gathering {
  #heard = Promise.withResolvers<void>();
  #listening = 0;
  /** Resolves when one more begins to listen. */
  #joined = Promise.withResolvers<void>();

  /**
   * Waits until a stream with this part may go on. The clock of the stream bounds the wait.
   *
   * @param left resolves when nobody reads the stream any more
   * @returns whether its reader left while it listened
   */
  async take(part: Shape['part'], left: Promise<void>): Promise<boolean> {
    if (part === 'writes') {
      this.#heard.resolve();
      this.#heard = Promise.withResolvers();
      this.#listening = 0;
    } else if (part === 'listens') {
      // A listener that leaves still counts, because the write asks how many have come.
      this.#listening += 1;
      this.#joined.resolve();
      this.#joined = Promise.withResolvers();
      const heard = this.#heard.promise.then(() => false);
      return Promise.race([heard, left.then(() => true)]);
    } else if (typeof part === 'object') {
      while (this.#listening < part.gathers) await this.#joined.promise;
    }
    return false;
  }
}

/** Reads a stream item by item. */
export class StreamSink extends Receiving {
  /** Must be called if the stream ends before its last item. */
  readonly end: () => void;
  readonly #count: () => void;

  constructor(shape: Shape, end: () => void, count: () => void) {
    super(shape);
    this.end = end;
    this.#count = count;
  }

  /** @throws RangeError for an item too many */
  override take(item: unknown): void {
    if (this.isWhole) {
      throw new RangeError(`stream: got one item more, expected ${this.shape.items}`);
    }
    this.#count();
    super.take(item);
    if (this.isWhole) this.end();
  }
}
