import { initTRPC, tracked } from '@trpc/server';
import { placeOf, readShape } from '../../places/streams/items.ts';
import type { StreamMethods } from '../../places/streams/operations.ts';

const { procedure, router } = initTRPC.context<{ streams: StreamMethods }>().create();

/** A subscription for each stream. */
export const streamRouter = router({
  down: procedure.input(readShape).subscription(({ ctx, input }) => ctx.streams.down(input)),
  /** The same, each item with an id by which a client that was cut off goes on. */
  resumed: procedure
    .input((input: unknown) => {
      const { lastEventId } = Object(input) as { lastEventId?: string };
      const from = lastEventId === undefined ? {} : { from: Number(lastEventId) + 1 };
      return readShape({ ...Object(input), ...from });
    })
    .subscription(async function* ({ ctx, input }) {
      for await (const item of ctx.streams.down(input)) yield tracked(`${placeOf(item)}`, item);
    }),
  passed: procedure.query(({ ctx }) => ctx.streams.passed()),
});

export type StreamRouter = typeof streamRouter;
