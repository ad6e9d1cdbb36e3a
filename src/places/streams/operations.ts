/** What a study of streams asks of a connection, wherever its other end is. */
import type { Received, Shape } from './items.ts';

export interface StreamOperations {
  /** Has the other end send a stream; resolves once it has ended, to what was read of it. */
  down(shape: Shape): Promise<Received>;
  /** Sends a stream; resolves to what the other end read of it, once that has ended. */
  up(shape: Shape): Promise<Received>;
  /** Items that the other end has sent and read so far. */
  passed(): Promise<number>;
}

/** What the object offers, as a library’s server half needs it. */
export interface StreamMethods {
  /** The items of a stream, made as they are asked for. */
  down(asked: unknown): AsyncGenerator<string, void>;
  up(asked: unknown, items: AsyncIterable<unknown>): Promise<Received>;
  passed(): number;
}

/** Looks whether the other end has sent and read as many items as it was asked for, as a workload’s check does. */
export async function passedExactly(
  peer: Pick<StreamOperations, 'passed'>,
  expected: number,
): Promise<string | undefined> {
  const got = await peer.passed();
  return got === expected ? undefined : `the object passed ${got} items, expected ${expected}`;
}

/** For clients that have no stream up: a plan leaves that out, and whoever asks for it all the same learns why. */
export function noStreamUp(): Promise<never> {
  return Promise.reject(new Error('up: got a stream, expected none: this way has none up'));
}
