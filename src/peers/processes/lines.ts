import type { Readable } from 'node:stream';

/** Hands over each whole line of a stream of JSON, read. */
export function readLines<Message>(from: Readable, take: (message: Message) => void): void {
  let parts: string[] = [];
  from.setEncoding('utf8').on('data', (text: string) => {
    const lines = text.split('\n');
    parts.push(lines[0] ?? '');
    for (const next of lines.slice(1)) {
      take(JSON.parse(parts.join('')) as Message);
      parts = [next];
    }
  });
}

/** A message as a line. */
export function lineOf(message: unknown): string {
  return `${JSON.stringify(message)}\n`;
}
