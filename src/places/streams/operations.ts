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
