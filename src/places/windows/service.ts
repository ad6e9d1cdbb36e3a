/** The calls between windows, workers and ports, and the one implementation of them. */
import {
  dataOperations,
  type DataOperations,
  type Called,
  type PeerMethods,
  type PeerOperations,
} from '../peers/operations.ts';
import { PeerService } from '../peers/service.ts';
import { checkFunction } from '../arguments.ts';
import {
  itemsOf,
  iterated,
  readShape,
  type Received,
  Receiving,
  type Shape,
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

/** An object of the called side that can be reached by reference. */
export interface CounterMethods {
  readonly value: number;
  /** Adds to the value and returns it. */
  add(amount: number): number;
}

/** All methods that the called side offers. */
export interface WindowMethods extends PeerMethods {
  counter(start: number): CounterMethods;
  /** Sends items by calls of a function, of which it awaits none. */
  giveItems(shape: Shape, take: Take): unknown;
  /** The same items as a stream, made as they are asked for. */
  itemStream(shape: Shape): ReadableStream<string>;
  /** Says what items come by calls of {@link takeItem}. */
  beginItems(shape: Shape): void;
  takeItem(item: unknown): void;
  /** What has come since. */
  received(): Received;
  /** What comes by a stream, once it has ended. */
  takeStream(shape: Shape, items: ReadableStream<unknown>): Promise<Received>;
  passed(): number;
}

/** A stream that makes each of its items when it is asked for. */
export function streamed(items: Iterator<string>): ReadableStream<string> {
  return new ReadableStream<string>({
    pull(controller) {
      const next = items.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });
}

/** Takes an item in. */
export type Take = (item: unknown) => void;

/**
 * The called side as the caller’s library has it. A type parameter does not survive the libraries’ own
 * types of that; the values do.
 */
export type Remote = DataOperations & {
  callBack(count: number, call: Called): Promise<number>;
  counter(start: number): Promise<CounterMethods>;
} & Streaming;

/** What carries streams for systems that have none of their own. */
export interface Streaming {
  giveItems(shape: Shape, take: Take): Promise<unknown>;
  beginItems(shape: Shape): unknown;
  takeItem(item: unknown): unknown;
  received(): Promise<Received>;
  passed(): Promise<number>;
}

/** Streams by a call for each item, none awaited before the next. */
export function byCalls(remote: Streaming): StreamOperations {
  return {
    async down(shape) {
      const receiving = new Receiving(shape);
      const { promise, resolve } = Promise.withResolvers<void>();
      const take = (item: unknown): void => {
        receiving.take(item);
        if (receiving.isWhole) resolve();
      };
      // Nothing says that an answer comes after the calls which were made before it.
      await Promise.all([remote.giveItems(shape, take), promise]);
      return receiving.received();
    },
    async up(shape) {
      const begun = remote.beginItems(shape);
      await Promise.all([begun, ...Array.from(itemsOf(shape), (item) => remote.takeItem(item))]);
      return remote.received();
    },
    passed: () => remote.passed(),
  };
}

/**
 * The operations of a system that passes data alone, without its callbacks: `transfer` and `object` look
 * as if they worked, but hand nothing over and reach no object.
 */
export function byData(
  remote: Omit<Remote, 'callBack' | keyof Streaming>,
): DataOperations & Pick<WindowOperations, 'transfer' | 'object'> {
  return {
    ...dataOperations(remote),
    transfer: (buffer) => remote.echo(buffer),
    async object(start, amount) {
      const counter = await remote.counter(start);
      counter.add(amount);
      return counter.value;
    },
  };
}

/** A number that is added to, where the caller has no copy of it. */
export class Counter implements CounterMethods {
  value: number;

  constructor(start: number) {
    this.value = start;
  }

  add(amount: number): number {
    this.value += amount;
    return this.value;
  }
}

/** The service as a worker or a frame offers it. */
export class WindowService extends PeerService implements WindowMethods {
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

  giveItems(shape: Shape, take: Take): void {
    checkFunction('giveItems', take);
    for (const item of this.#items(shape)) take(item);
  }

  itemStream(shape: Shape): ReadableStream<string> {
    return streamed(this.#items(shape));
  }

  beginItems(shape: Shape): void {
    this.#receiving = new Receiving(readShape(shape));
  }

  takeItem(item: unknown): void {
    if (this.#receiving === undefined) throw new Error('item: got one before any was announced');
    this.#receiving.take(item);
    this.#passed += 1;
  }

  received(): Received {
    return this.#receiving?.received() ?? { items: 0 };
  }

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
