import { mapEventIterator } from '@orpc/client';
import { os, type, type RouterClient, withEventMeta } from '@orpc/server';
import { placeOf, type Shape } from '../../places/streams/items.ts';
import type { StreamMethods } from '../../places/streams/operations.ts';
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
  /** The same, each item with an id by which a client that was cut off goes on. */
  resumed: base
    .route({ method: 'GET' })
    .input(type<Shape>())
    .handler(async function* ({ context, input, lastEventId }) {
      const from = lastEventId === undefined ? {} : { from: Number(lastEventId) + 1 };
      for await (const item of context.streams.down({ ...input, ...from })) {
        yield withEventMeta({ item }, { id: `${placeOf(item)}` });
      }
    }),
  /** An input that is an iterator has room for nothing else: its first event says what is to come. */
  up: base.input(type<AsyncIteratorObject<unknown>>()).handler(async ({ context, input }) => {
    const { value: asked } = await input.next();
    return context.streams.up(asked, input);
  }),
  passed: base.handler(({ context }) => context.streams.passed()),
};
export type StreamClient = RouterClient<typeof streamRouter>;
