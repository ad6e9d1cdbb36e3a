import { ORPCError, os, type, type RouterClient } from '@orpc/server';
import type { Called, CounterMethods } from '../../service/api.ts';

const counted = os.$context<{ counter: CounterMethods }>();

/**
 * The library hides what a procedure throws, unless it is an error of its own: so that a client
 * learns what went wrong, as it does with every system here, one is made of it. What throws nothing
 * pays nothing for that, as it would for a middleware.
 */
function told<Result>(call: () => Result): Result {
  try {
    return call();
  } catch (cause) {
    throw toldError(cause);
  }
}

/** An error of the library’s own with what another one says. */
export function toldError(cause: unknown): unknown {
  if (cause instanceof ORPCError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new ORPCError('UNPROCESSABLE_CONTENT', { message, cause });
}

/**
 * The counter’s procedures. The types of inputs are declared and not checked: the service looks at its
 * arguments itself, for every system alike. Those of outputs are found by the compiler.
 */
export const router = {
  increment: counted
    .input(type<number>())
    .handler(({ context, input }) => told(() => context.counter.increment(input))),
  getValue: counted.handler(({ context }) => told(() => context.counter.getValue())),
  reset: counted.handler(({ context }) => told(() => context.counter.reset())),
  echo: counted
    .input(type<unknown>())
    .handler(({ context, input }) => told(() => context.counter.echo(input))),
  add: counted
    .input(type<{ a: number; b: number }>())
    .handler(({ context, input: { a, b } }) => told(() => context.counter.add(a, b))),
  upload: counted
    .input(type<string>())
    .handler(({ context, input }) => told(() => context.counter.upload(input))),
  download: counted
    .input(type<number>())
    .handler(({ context, input }) => told(() => context.counter.download(input))),
  fail: counted.handler(({ context }) => told(() => context.counter.fail())),
  cursorStart: counted.handler(({ context }) => told(() => context.counter.cursorStart())),
  cursorNext: counted
    .input(type<number>())
    .handler(({ context, input }) => told(() => context.counter.cursorNext(input))),
  cursorPosition: counted
    .input(type<number>())
    .handler(({ context, input }) => told(() => context.counter.cursorPosition(input))),
  ids: counted
    .input(type<number>())
    .handler(({ context, input }) => told(() => context.counter.ids(input))),
  nameOf: counted
    .input(type<number>())
    .handler(({ context, input }) => told(() => context.counter.nameOf(input))),
  calledBack: counted
    .input(type<{ count: number; call: Called }>())
    .handler(async ({ context, input: { count, call } }) => {
      try {
        return await context.counter.calledBack(count, call);
      } catch (cause) {
        throw toldError(cause);
      }
    }),
};

/** The counter as a client has it, by the types of its procedures alone. */
export type Counter = RouterClient<typeof router>;
