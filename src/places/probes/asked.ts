/** The side that is called, for places that have one of their own: it notes what happens to it. */
import { type Amount, Flow } from './flow.ts';
import { type Failure, failureOf, type NotingApi } from './probed.ts';

/** The methods that callers have of {@link Asked} in each of its places; `cursor` is each place’s own. */
export const askedMethods = [
  'fail',
  'echo',
  'callBack',
  'cursor',
  'arrive',
  'hold',
  'flow',
  'flowTo',
  'flowed',
] as const;

type Methods = Record<string, (...args: unknown[]) => unknown>;

export abstract class Asked implements NotingApi {
  /** What happened, in order: `arrive 3`, `held`, `given up`, `effect` … */
  readonly log: string[] = [];
  readonly #letGo: Array<() => void> = [];
  readonly #held = Promise.withResolvers<void>();

  readonly #flow = new Flow(
    (length) => new Uint8Array(length),
    () => void this.log.push('stream cancelled'),
  );

  abstract cursor(): unknown;

  /** @throws what its kind says */
  fail(kind: Failure): never {
    throw failureOf(kind);
  }

  echo(value: unknown): unknown {
    return value;
  }

  callBack(report: (value: number) => unknown, value: number): unknown {
    return report(value);
  }

  arrive(n: number): void {
    this.log.push(`arrive ${n}`);
  }

  async hold(signal?: AbortSignal): Promise<'released'> {
    this.log.push(signal instanceof AbortSignal ? 'held with a signal' : 'held');
    if (signal instanceof AbortSignal) {
      signal.addEventListener('abort', () => this.log.push('given up'));
    }
    const released = new Promise<void>((resolve) => this.#letGo.push(resolve));
    this.#held.resolve();
    await released;
    this.log.push('effect');
    return 'released';
  }

  flow(amount: Amount): ReadableStream<Uint8Array> {
    return this.#flow.stream(amount);
  }

  flowTo(amount: Amount, take?: (piece: unknown) => unknown): Promise<void> {
    return this.#flow.calls(amount, take);
  }

  flowed(): number {
    return this.#flow.made;
  }

  /** Resolves once a call is held. */
  held(): Promise<void> {
    return this.#held.promise;
  }

  /** Lets the calls go that are held. */
  release(): void {
    for (const letGo of this.#letGo.splice(0)) letGo();
  }
}

/** Calls a method of the called side by its name. */
export function callAsked(asked: Asked, name: string, args: readonly unknown[]): unknown {
  return (asked as unknown as Methods)[name]?.(...args);
}

/** The methods as functions of their own, for libraries that take them so. */
export function functionsOf<Api>(asked: Asked, names: readonly string[]): Api {
  const functions = names.map((name) => [
    name,
    (...args: unknown[]) => callAsked(asked, name, args),
  ]);
  return Object.fromEntries(functions) as Api;
}

/** Gives a class the methods, for libraries that look for them on its prototype. */
export function giveMethods<Target extends { readonly asked: Asked }>(
  target: { prototype: Target },
  names: readonly string[],
): void {
  for (const name of names) {
    Object.defineProperty(target.prototype, name, {
      value(this: Target, ...args: unknown[]): unknown {
        return callAsked(this.asked, name, args);
      },
    });
  }
}
