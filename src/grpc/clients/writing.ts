import type { Writable } from 'node:stream';

/**
 * Writes pieces and ends the stream, waiting wherever it asks for that.
 *
 * @returns says how many bytes of them have been taken so far
 */
export function writeAll(to: Writable, pieces: readonly Buffer[], ending = true): () => number {
  let [at, taken] = [0, 0];
  const go = (): void => {
    for (let room = true; at < pieces.length && room && !to.destroyed; at += 1) {
      const piece = pieces[at] as Buffer;
      room = to.write(piece, (error) => {
        if (!error) taken += piece.length;
      });
    }
    if (at < pieces.length) to.once('drain', go);
    else if (ending) to.end();
  };
  go();
  return () => taken;
}
