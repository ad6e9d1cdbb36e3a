/** Lines of JSON over streams, and a count of what passes. */
import type { Readable, Writable } from 'node:stream';
import type { Meter } from '../../core/plan/index.ts';

/** Begins a message on an output that others print to, see RFC 7464. No JSON and hardly any text has this character. */
export const MARK = '\u001e';

/** Hands over each whole line of a stream. */
function eachLine(from: Readable, take: (line: string) => void): void {
  let parts: string[] = [];
  from.setEncoding('utf8').on('data', (text: string) => {
    const lines = text.split('\n');
    parts.push(lines[0] ?? '');
    for (const next of lines.slice(1)) {
      take(parts.join(''));
      parts = [next];
    }
  });
}

/** Hands over each whole line of a stream of JSON, read. */
export function readLines<Message>(from: Readable, take: (message: Message) => void): void {
  eachLine(from, (line) => take(JSON.parse(line) as Message));
}

/** Hands over each message behind a {@link MARK}, read. Other output is dropped. */
export function readMarked<Message>(from: Readable, take: (message: Message) => void): void {
  eachLine(from, (line) => {
    const at = line.lastIndexOf(MARK);
    if (at >= 0) take(JSON.parse(line.slice(at + 1)) as Message);
  });
}

/** A message as a line. */
export function lineOf(message: unknown): string {
  return `${JSON.stringify(message)}\n`;
}

/**
 * Counts the data of each write to one stream, and of each chunk from another. It adds no listener, because with one
 * a stream would drop chunks while its library does not listen.
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
