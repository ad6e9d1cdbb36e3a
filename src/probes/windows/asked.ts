/** The side that is called: what every system offers of it, and what it has seen. */

/** What a caller reaches, whatever the system. */
export interface AskedMethods {
  /** @throws TypeError `boom` with a code and an object of its own */
  fail(): never;
  /** Gives back what it was given. */
  echo(value: unknown): unknown;
  /** How many bytes came. */
  take(buffer: ArrayBuffer): number;
  /** Notes a call by its number. */
  arrive(n: number): void;
  /** Waits until it is released. */
  hold(signal?: AbortSignal): Promise<'released'>;
  /** Calls a function of the caller with 4, and gives back what that answers. */
  callBack(report?: (value: number) => unknown): unknown;
  /** An object that counts from 1. */
  cursor(): Cursor;
}

export const askedMethods = [
  'fail',
  'echo',
  'take',
  'arrive',
  'hold',
  'callBack',
  'cursor',
] as const satisfies ReadonlyArray<keyof AskedMethods>;
export type AskedMethod = (typeof askedMethods)[number];

export class Cursor {
  at = 0;

  next(): number {
    this.at += 1;
    return this.at;
  }
}

function failAsAsked(): never {
  throw Object.assign(new TypeError('boom'), { code: 7, retry: { afterMs: 50 } });
}

/** One for each connection. */
export class Asked implements AskedMethods {
  /** What happened, in order: `arrive 3`, `held`, `given up`. */
  readonly log: string[] = [];
  /** How many of the cursors that it made have been collected. */
  collected = 0;
  readonly #held = Promise.withResolvers<void>();
  readonly #released = Promise.withResolvers<void>();
  readonly #cursors = new FinalizationRegistry<void>(() => {
    this.collected += 1;
  });

  fail(): never {
    return failAsAsked();
  }

  echo(value: unknown): unknown {
    return value;
  }

  take(buffer: ArrayBuffer): number {
    return buffer.byteLength;
  }

  arrive(n: number): void {
    this.log.push(`arrive ${n}`);
  }

  async hold(signal?: AbortSignal): Promise<'released'> {
    if (signal instanceof AbortSignal) {
      this.log.push('held with a signal');
      signal.addEventListener('abort', () => this.log.push('given up'));
    }
    this.#held.resolve();
    await this.#released.promise;
    return 'released';
  }

  callBack(report?: (value: number) => unknown): unknown {
    return report?.(4);
  }

  cursor(): Cursor {
    const cursor = new Cursor();
    this.#cursors.register(cursor, undefined);
    return cursor;
  }

  /** Resolves once a call is held. */
  held(): Promise<void> {
    return this.#held.promise;
  }

  /** Lets the calls go that are held. */
  release(): void {
    this.#released.resolve();
  }
}

/** The methods as functions of their own, for libraries that take them so. */
export function functionsOf(asked: Asked): AskedMethods {
  return Object.fromEntries(
    askedMethods.map((name) => [name, asked[name].bind(asked) as unknown]),
  ) as unknown as AskedMethods;
}
