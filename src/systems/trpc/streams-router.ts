import { initTRPC } from '@trpc/server';
import { readShape, type StreamMethods } from '../../service/items.ts';

const { procedure, router } = initTRPC.context<{ streams: StreamMethods }>().create();

/** A subscription for each stream. */
export const streamRouter = router({
  down: procedure.input(readShape).subscription(({ ctx, input }) => ctx.streams.down(input)),
  passed: procedure.query(({ ctx }) => ctx.streams.passed()),
});

export type StreamRouter = typeof streamRouter;
