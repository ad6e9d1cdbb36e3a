import { limits } from '../limits.ts';
import { itemsOf, Receiving, type Shape } from './items.ts';
import type { Host } from './host.ts';

/** What streams need of their object. */
type StreamHost = Pick<Host, 'pay' | 'others' | 'end'>;

/** Bytes that a message of the day stands for: what is sent costs nothing by itself, and time to make. */
export const BYTES_PER_MESSAGE = 65_536;
/** Bytes of all streams after which other objects have the thread, whoever reads how fast. */
const BREATH_BYTES = 1024 * 1024;

const { seconds, atOnce } = limits.streams;

/** Bytes sent since other objects last had the thread: it is one for all streams. */
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

  /**
   * The items of a stream to a client, made as they are asked for. Messages of the client count by themselves.
   *
   * @throws RangeError for one that passes a limit, before its first item
   */
  down(shape: Shape): AsyncGenerator<string, void> {
    const { promise: left, resolve } = Promise.withResolvers<void>();
    const items = this.#down(shape, left);
    const end = items.return.bind(items);
    // One that waits would hear of its end only when there is no more to wait for.
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
        if (unbroken < BREATH_BYTES) continue;
        unbroken = 0;
        await this.#host.others();
      }
    } finally {
      end();
    }
  }

  /** What reads a stream of a client. @throws RangeError as {@link down} */
  sink(shape: Shape): StreamSink {
    return new StreamSink(shape, this.#begin(), () => (this.passed += 1));
  }

  /** Takes note of a stream; what it gives back is to be called at its end. */
  #begin(): () => void {
    if (this.#open >= atOnce) {
      throw new RangeError(
        `stream: got one more, expected at most ${atOnce} in one object at once`,
      );
    }
    this.#open += 1;
    // What is not read does not go on by itself, so that nothing but a clock ends it.
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
  /** Told of each that begins to wait. */
  #joined = Promise.withResolvers<void>();

  /**
   * Resolves when a stream with this part may go on; the clock of its stream ends what nobody resolves.
   *
   * @param left resolves where nobody reads it any more
   * @returns whether it was left while it listened
   */
  async take(part: Shape['part'], left: Promise<void>): Promise<boolean> {
    if (part === 'writes') {
      this.#heard.resolve();
      this.#heard = Promise.withResolvers();
      this.#listening = 0;
    } else if (part === 'listens') {
      // Who left is still counted: it is asked how many have come.
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

/** Reads a stream that comes item by item. */
export class StreamSink extends Receiving {
  /** Is to be called where the stream ends before its last item. */
  readonly end: () => void;
  readonly #count: () => void;

  constructor(shape: Shape, end: () => void, count: () => void) {
    super(shape);
    this.end = end;
    this.#count = count;
  }

  /** @throws RangeError for an item more than was asked for */
  override take(item: unknown): void {
    if (this.isWhole) {
      throw new RangeError(`stream: got one item more, expected ${this.shape.items}`);
    }
    this.#count();
    super.take(item);
    if (this.isWhole) this.end();
  }
}
