import type { Readable, Writable } from 'node:stream';
import type { Meter } from '../../../harness/plan/index.ts';

/**
 * Counts what is written to one stream and read from another: what one write or one chunk carried.
 * It adds no listener, because a stream with one drops what arrives while a library listens to nothing.
 */
export function meterStreams(from: Readable, to: Writable, meter: Meter): void {
  const emit = from.emit.bind(from);
  from.emit = (event: string | symbol, ...args: unknown[]) => {
    if (event === 'data') meter.count('in', args[0] as Uint8Array);
    return emit(event, ...args);
  };
  const write = to.write.bind(to) as (...args: unknown[]) => boolean;
  to.write = (...args: unknown[]) => {
    meter.count('out', args[0] as string | Uint8Array);
    return write(...args);
  };
}
