/** The calls between windows, workers and ports, and the one implementation of them. */
import {
  type CallByName,
  operationsByName,
  type PeerOperations,
  PeerService,
} from '../peers/service.ts';
import { checkFunction } from '../arguments.ts';
import {
  itemsOf,
  iterated,
  readShape,
  type Received,
  Receiving,
  type Shape,
  streamed,
} from '../../service/items.ts';
import type { StreamOperations } from '../../service/api.ts';

/** The operations in the page, besides those between processes. */
export type WindowOperations = PeerOperations &
  StreamOperations & {
    /**
     * The same bytes there and back, handed over and not copied, where the system can say so. The
     * buffer given is empty afterwards.
     */
    transfer(buffer: ArrayBuffer): Promise<ArrayBuffer>;
    /**
     * Makes a counter at the called side that begins at `start`, adds to it, reads its value and lets go
     * of it. Resolves to that value.
     */
    object(start: number, amount: number): Promise<number>;
  };

/** Takes an item in. */
export type Take = (item: unknown) => void;

/**
 * Streams by a call for each item, none awaited before the next, for systems that have none of their own.
 *
 * @param send makes a call whose answer tells nothing
 */
export function byCalls(call: CallByName, send: Send = call): StreamOperations {
  return {
    async down(shape) {
      const receiving = new Receiving(shape);
      const { promise, resolve } = Promise.withResolvers<void>();
      const take = (item: unknown): void => {
        receiving.take(item);
        if (receiving.isWhole) resolve();
      };
      // Nothing says that an answer comes after the calls which were made before it.
      await Promise.all([call('giveItems', [shape], take), promise]);
      return receiving.received();
    },
    async up(shape) {
      const begun = send('beginItems', [shape]);
      await Promise.all([begun, ...Array.from(itemsOf(shape), (item) => send('takeItem', [item]))]);
      return call('received', []);
    },
    passed: () => call('passed', []),
  };
}

type Send = (method: string, args: readonly unknown[]) => unknown;

/**
 * The operations of a system that passes data and functions alone: `transfer` and `object` look as if they
 * worked, but hand nothing over and reach no object.
 */
export function windowOperations(call: CallByName, send: Send = call): WindowOperations {
  return {
    ...operationsByName(call),
    ...byCalls(call, send),
    transfer: (buffer) => call('echo', [buffer]),
    async object(start, amount) {
      const counter: Counter = await call('counter', [start]);
      counter.add(amount);
      return counter.value;
    },
  };
}

/** A number that is added to, where the caller has no copy of it. */
export class Counter {
  value: number;

  constructor(start: number) {
    this.value = start;
  }

  /** Adds to the value and returns it. */
  add(amount: number): number {
    this.value += amount;
    return this.value;
  }
}

/** The service as a worker or a frame offers it. */
export class WindowService extends PeerService {
  #made = 0;
  #passed = 0;
  #receiving: Receiving | undefined;

  constructor() {
    super(['counter', 'giveItems', 'beginItems', 'takeItem', 'received', 'passed']);
  }

  counter(start: number): Counter {
    this.#made += 1;
    return new Counter(start);
  }

  /** Sends items by calls of a function, of which it awaits none. */
  giveItems(shape: Shape, take: Take): void {
    checkFunction('giveItems', take);
    for (const item of this.#items(shape)) take(item);
  }

  /** The same items as a stream, made as they are asked for. */
  itemStream(shape: Shape): ReadableStream<string> {
    return streamed(this.#items(shape));
  }

  /** Says what items come by calls of {@link takeItem}. */
  beginItems(shape: Shape): void {
    this.#receiving = new Receiving(readShape(shape));
  }

  takeItem(item: unknown): void {
    if (this.#receiving === undefined) throw new Error('item: got one before any was announced');
    this.#receiving.take(item);
    this.#passed += 1;
  }

  /** What has come since. */
  received(): Received {
    return this.#receiving?.received() ?? { items: 0 };
  }

  /** What comes by a stream, once it has ended. */
  async takeStream(shape: Shape, items: ReadableStream<unknown>): Promise<Received> {
    this.beginItems(shape);
    for await (const item of iterated(items)) this.takeItem(item);
    return this.received();
  }

  passed(): number {
    return this.#passed;
  }

  *#items(shape: Shape): Generator<string, void> {
    for (const item of itemsOf(readShape(shape))) {
      this.#passed += 1;
      yield item;
    }
  }

  /** Making an object is a call too. */
  override answered(): number {
    return super.answered() + this.#made;
  }
}
