import { RpcTarget } from 'cloudflare:workers';
import { declarePublicMembers } from '../../../src/systems/lumenize/rpc/server.ts';
import type { AskedMethods, Failure } from './kit.ts';

/** Pause between two bytes of a stream, in ms. */
const BETWEEN_BYTES_MS = 10;

type Report = ((value: number) => unknown) & { dup?: () => Report };

/** The methods of the called object, and what happened in it. */
export class Asked extends RpcTarget implements AskedMethods {
  readonly log: string[] = [];
  readonly #held: Array<() => void> = [];
  #kept: Report | undefined;
  #hearHeld: () => void = () => undefined;
  readonly held = new Promise<void>((resolve) => (this.#hearHeld = resolve));

  add(a: number, b: number): number {
    return a + b;
  }

  echo(value: unknown): unknown {
    return value;
  }

  fail(kind: Failure): never {
    throw failureOf(kind);
  }

  text(length: number): string {
    return 'x'.repeat(length);
  }

  bytes(count: number): ReadableStream<Uint8Array> {
    let last = 0;
    return new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        await scheduler.wait(BETWEEN_BYTES_MS);
        if (last < count) controller.enqueue(new Uint8Array([(last += 1)]));
        else controller.close();
      },
      cancel: () => void this.log.push('stream cancelled'),
    });
  }

  callBack(report: Report): unknown {
    return report(4);
  }

  keep(report: Report): void {
    // Without a copy of its own, a function is given back with the end of the call.
    this.#kept = report.dup?.() ?? report;
  }

  callKept(value: number): unknown {
    return this.#kept?.(value);
  }

  cursor(): CountingCursor {
    return new CountingCursor(this.log);
  }

  arrive(n: number): void {
    this.log.push(`arrive ${n}`);
  }

  async hold(signal?: AbortSignal): Promise<'released'> {
    this.log.push(signal instanceof AbortSignal ? 'held with a signal' : 'held');
    if (signal instanceof AbortSignal) {
      signal.addEventListener('abort', () => this.log.push('given up'));
    }
    const released = new Promise<void>((resolve) => this.#held.push(resolve));
    this.#hearHeld();
    await released;
    this.log.push('effect');
    return 'released';
  }

  release(): void {
    for (const letGo of this.#held.splice(0)) letGo();
  }
}

class CountingCursor extends RpcTarget {
  readonly #log: string[];
  #last = 0;

  constructor(log: string[]) {
    super();
    this.#log = log;
  }

  next(): number {
    this.#log.push('next');
    return (this.#last += 1);
  }

  [Symbol.dispose](): void {
    this.#log.push('disposed');
  }
}

// Lumenize’s protocol reaches declared members alone.
declarePublicMembers(CountingCursor, ['next']);

function failureOf(kind: Failure): Error {
  switch (kind) {
    case 'type':
      return new TypeError('boom');
    case 'cause':
      return new RangeError('too far', { cause: new Error('the fuse') });
    case 'fields':
      return Object.assign(new Error('quota'), { code: 7, retry: { afterMs: 50 } });
  }
}
