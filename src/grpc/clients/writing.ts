import type { Writable } from 'node:stream';

/** Writes pieces, waiting wherever the stream asks for that, and ends it unless it is to stay open. */
export function writeAll(to: Writable, pieces: readonly Buffer[], ending = true): void {
  let at = 0;
  const go = (): void => {
    for (let room = true; at < pieces.length && room && !to.destroyed; at += 1) {
      room = to.write(pieces[at]);
    }
    if (at < pieces.length) to.once('drain', go);
    else if (ending) to.end();
  };
  go();
}
