import { initTRPC } from '@trpc/server';
import superjson from 'superjson';
import type { Called, CounterMethods } from '../../service/api.ts';

const base = initTRPC.context<{ counter: CounterMethods }>();
/** By this type the bench tells that an answer goes on; the library’s own default is that of any JSON. */
const plain = base.create({ jsonl: { contentType: 'application/jsonl' } });

/**
 * Declares what an input is and does not check it: the service looks at its arguments itself, for
 * every system alike.
 */
const as =
  <Input>() =>
  (input: unknown): Input =>
    input as Input;

/** The counter’s procedures: queries where they only read, mutations where they write or take much. */
const routerOf = ({ procedure, router }: typeof plain) =>
  router({
    increment: procedure
      .input(as<number>())
      .mutation(({ ctx, input }) => ctx.counter.increment(input)),
    getValue: procedure.query(({ ctx }) => ctx.counter.getValue()),
    reset: procedure.mutation(({ ctx }) => ctx.counter.reset()),
    echo: procedure.input(as<unknown>()).mutation(({ ctx, input }) => ctx.counter.echo(input)),
    add: procedure
      .input(as<{ a: number; b: number }>())
      .query(({ ctx, input: { a, b } }) => ctx.counter.add(a, b)),
    upload: procedure.input(as<string>()).mutation(({ ctx, input }) => ctx.counter.upload(input)),
    download: procedure.input(as<number>()).query(({ ctx, input }) => ctx.counter.download(input)),
    fail: procedure.mutation(({ ctx }) => ctx.counter.fail()),
    cursorStart: procedure.query(({ ctx }) => ctx.counter.cursorStart()),
    cursorNext: procedure
      .input(as<number>())
      .query(({ ctx, input }) => ctx.counter.cursorNext(input)),
    cursorPosition: procedure
      .input(as<number>())
      .query(({ ctx, input }) => ctx.counter.cursorPosition(input)),
    ids: procedure.input(as<number>()).query(({ ctx, input }) => ctx.counter.ids(input)),
    nameOf: procedure.input(as<number>()).query(({ ctx, input }) => ctx.counter.nameOf(input)),
    calledBack: procedure
      .input(as<{ count: number; call: Called }>())
      .mutation(({ ctx, input: { count, call } }) => ctx.counter.calledBack(count, call)),
  });

export const counterRouter = routerOf(plain);
/** The same with the transformer that tRPC’s documentation names for values that JSON lacks. */
export const superjsonRouter = routerOf(
  // The types of the two differ by whether a link has to name a transformer too.
  base.create({ transformer: superjson }) as unknown as typeof plain,
);

export type CounterRouter = typeof counterRouter;
