import { oc, type } from '@orpc/contract';
import { implement, ORPCError } from '@orpc/server';
import type { Called, CounterMethods } from '../../places/bench/operations.ts';

/**
 * The counter as client and server agree on it. Its types are declared and not checked: the service
 * looks at its arguments itself, for every system alike.
 */
export const contract = {
  increment: oc.input(type<number>()).output(type<number>()),
  getValue: oc.output(type<number>()),
  reset: oc.output(type<number>()),
  echo: oc.input(type<unknown>()).output(type<unknown>()),
  add: oc.input(type<{ a: number; b: number }>()).output(type<number>()),
  upload: oc.input(type<string>()).output(type<number>()),
  download: oc.input(type<number>()).output(type<string>()),
  fail: oc.output(type<never>()),
  cursorStart: oc.output(type<number>()),
  cursorNext: oc.input(type<number>()).output(type<number>()),
  cursorPosition: oc.input(type<number>()).output(type<number>()),
  ids: oc.input(type<number>()).output(type<number[]>()),
  nameOf: oc.input(type<number>()).output(type<string>()),
  calledBack: oc.input(type<{ count: number; call: Called }>()).output(type<number>()),
};

const os = implement(contract).$context<{ counter: CounterMethods }>();

/**
 * The library hides what a procedure throws, unless it is an error of its own: so that a client
 * learns what went wrong, as it does with every system here, a middleware makes one of it.
 */
export const told = async <Result>({ next }: { next: () => Promise<Result> }): Promise<Result> => {
  try {
    return await next();
  } catch (cause) {
    if (cause instanceof ORPCError) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new ORPCError('UNPROCESSABLE_CONTENT', { message, cause });
  }
};

const counted = os.use(({ next }) => told({ next: async () => next() }));

/** The procedures of the contract, over the counter in their context. */
export const router = counted.router({
  increment: counted.increment.handler(({ context, input }) => context.counter.increment(input)),
  getValue: counted.getValue.handler(({ context }) => context.counter.getValue()),
  reset: counted.reset.handler(({ context }) => context.counter.reset()),
  echo: counted.echo.handler(({ context, input }) => context.counter.echo(input)),
  add: counted.add.handler(({ context, input: { a, b } }) => context.counter.add(a, b)),
  upload: counted.upload.handler(({ context, input }) => context.counter.upload(input)),
  download: counted.download.handler(({ context, input }) => context.counter.download(input)),
  fail: counted.fail.handler(({ context }) => context.counter.fail()),
  cursorStart: counted.cursorStart.handler(({ context }) => context.counter.cursorStart()),
  cursorNext: counted.cursorNext.handler(({ context, input }) => context.counter.cursorNext(input)),
  cursorPosition: counted.cursorPosition.handler(({ context, input }) =>
    context.counter.cursorPosition(input),
  ),
  ids: counted.ids.handler(({ context, input }) => context.counter.ids(input)),
  nameOf: counted.nameOf.handler(({ context, input }) => context.counter.nameOf(input)),
  calledBack: counted.calledBack.handler(({ context, input: { count, call } }) =>
    context.counter.calledBack(count, call),
  ),
});
