/** The calls between windows, workers and ports, and the one implementation of them. */
import {
  dataOperations,
  type DataOperations,
  type Called,
  type PeerMethods,
  type PeerOperations,
} from '../peers/operations.ts';
import { PeerService } from '../peers/service.ts';

/** The operations in the page, besides those between processes. */
export type WindowOperations = PeerOperations & {
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
}

/**
 * The called side as the caller’s library has it. A type parameter does not survive the libraries’ own
 * types of that; the values do.
 */
export type Remote = DataOperations & {
  callBack(count: number, call: Called): Promise<number>;
  counter(start: number): Promise<CounterMethods>;
};

/**
 * The operations of a system that passes data alone, without its callbacks: `transfer` and `object` look
 * as if they worked, but hand nothing over and reach no object.
 */
export function byData(
  remote: Omit<Remote, 'callBack'>,
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

  constructor() {
    super(['counter']);
  }

  counter(start: number): Counter {
    this.#made += 1;
    return new Counter(start);
  }

  /** Making an object is a call too. */
  override answered(): number {
    return super.answered() + this.#made;
  }
}
