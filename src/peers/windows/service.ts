import { peerMethods, PeerService } from '../service.ts';
import type { CounterMethods, WindowMethods } from './operations.ts';

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

/** The one implementation of what windows, workers and ports are asked. */
export class WindowService extends PeerService implements WindowMethods {
  #made = 0;

  counter(start: number): Counter {
    this.#made += 1;
    return new Counter(start);
  }

  /** Making an object is a call too. */
  override answered(): number {
    return super.answered() + this.#made;
  }
}

/** The service’s methods as functions of their own, for libraries that take them so. */
export function functionsOf(service: WindowService): WindowMethods {
  return Object.fromEntries(
    [...peerMethods, 'counter' as const].map((name) => [
      name,
      service[name].bind(service) as unknown,
    ]),
  ) as unknown as WindowMethods;
}
