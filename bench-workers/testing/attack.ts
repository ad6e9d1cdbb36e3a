/** An attack over a socket, with a visitor that counts beside it. */
import { expect } from 'vitest';
import { addressOf, countBeside, send } from './hostile.ts';

/** Tells the bytes heard, and how it ended; the visitor beside must have counted exactly. */
export const attackOn =
  (origin: () => string) =>
  async (arm: string, frames: Iterable<string>, done?: (answers: readonly string[]) => boolean) => {
    const { result, counted, held } = await countBeside(origin(), () =>
      send(addressOf(origin(), arm), frames, done),
    );
    expect(held).toBe(counted);
    return { ...result, bytes: result.answers.reduce((sum, { length }) => sum + length, 0) };
  };

/** One answer is enough. */
export const one = (answers: readonly string[]) => answers.length > 0;

/** The limit that a socket was closed for. */
export const limitOf = (closed: { reason: string } | undefined) =>
  (JSON.parse(closed?.reason ?? '{}') as { limit?: string }).limit;
