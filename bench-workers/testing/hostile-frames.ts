/** Frames as clients of each system send them, with anything in them, and how an attack of such frames ends. */
import { expect } from 'vitest';
import { addressOf, countBeside, send } from './hostile.ts';

/** An attack over a socket: the bytes heard, and how it ended; a visitor beside must have counted exactly. */
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

export const superjson = (args: unknown[], values: object, more: object = {}) =>
  `${JSON.stringify({
    json: { id: 'x', method: 'echo', args, type: 'request', version: 'superjson' },
    meta: { values, v: 1, ...more },
  })}\n`;
export const typed = (name = 'Uint8Array') => [['typed-array', name]];

export const get = (key: unknown) => ({ type: 'get', key });
export const apply = (...args: unknown[]) => ({ type: 'apply', args });
export const lumenize = (batch: unknown[], meta: object = {}) =>
  JSON.stringify({ json: { type: 'bench/lumenize', batch }, meta });
export const call = (...operations: unknown[]) => ({ id: 'x', operations });
export const trpc = (path: string, input?: unknown) =>
  JSON.stringify({ id: 1, method: 'mutation', params: { path, input } });
export const orpc = (path: string, json: unknown, more: object = {}) =>
  JSON.stringify({ i: '1', p: { u: `/${path}`, b: { json }, ...more } });
