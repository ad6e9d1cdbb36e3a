import { mapEventIterator } from '@orpc/client';
import { os, type, type RouterClient } from '@orpc/server';
import type { Shape, StreamMethods } from '../../service/items.ts';
import { toldError } from './router.ts';

const base = os.$context<{ streams: StreamMethods }>().use(async ({ next }) => {
  try {
    return await next();
  } catch (cause) {
    throw toldError(cause);
  }
});

/** Streams as event iterators, each way. */
export const streamRouter = {
  down: base.input(type<Shape>()).handler(({ context, input, signal }) => {
    const items = context.streams.down(input);
    signal?.addEventListener('abort', () => void items.return(undefined));
    return mapEventIterator(items, {
      value: async (item) => item,
      error: async (cause) => toldError(cause),
    });
  }),
  /** An input that is an iterator has room for nothing else: its first event says what is to come. */
  up: base.input(type<AsyncIteratorObject<unknown>>()).handler(async ({ context, input }) => {
    const { value: asked } = await input.next();
    return context.streams.up(asked, input);
  }),
  passed: base.handler(({ context }) => context.streams.passed()),
};
export type StreamClient = RouterClient<typeof streamRouter>;
