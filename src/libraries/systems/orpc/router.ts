import { mapEventIterator } from '@orpc/client';
import { ORPCError, os, type, withEventMeta, type RouterClient } from '@orpc/server';
import { HibernationEventIterator } from '@orpc/server/hibernation';
import { argumentsIn, type MethodName, methodNames } from '../../../wire/service/arguments.ts';
import { iterated, type Shape } from '../../../wire/service/items.ts';
import type { Service } from '../../../wire/service/service.ts';

const base = os.$context<{
  service: Service;
  /** Keeps the id of a call with its socket, which outlives the object. */
  keep: (id: string) => void;
}>();

/**
 * Reports the errors of a procedure to the client, as every system here does. The library hides errors of other
 * classes than its own. A middleware would cost each call that succeeds.
 */
function reportErrors<Result>(call: () => Result): Result {
  try {
    const result = call();
    if (!(result instanceof Promise)) return result;
    return result.catch((cause: unknown) => {
      throw reportOf(cause);
    }) as Result;
  } catch (cause) {
    throw reportOf(cause);
  }
}

/** An error of the library’s own that says the same. */
function reportOf(cause: unknown): unknown {
  if (cause instanceof ORPCError) return cause;
  const message = cause instanceof Error ? cause.message : String(cause);
  return new ORPCError('UNPROCESSABLE_CONTENT', { message, cause });
}

/** The procedure of a method. The service checks its arguments, for every library alike. */
const procedureOf = (name: MethodName) =>
  base
    .input(type<unknown>())
    .handler(({ context: { service }, input }) =>
      reportErrors(() => service.call(name, argumentsIn(name, input))),
    );

const procedures = Object.fromEntries(
  methodNames.map((name) => [name, procedureOf(name)]),
) as Record<MethodName, ReturnType<typeof procedureOf>>;

/** Every method as a procedure, and streams as event iterators. */
export const router = {
  ...procedures,
  add: base
    .route({ method: 'GET' })
    .input(type<{ a: number; b: number }>())
    .handler(({ context: { service }, input }) =>
      reportErrors(() => service.add(input.a, input.b)),
    ),
  typeOf: base
    .input(
      type<number>((value) => {
        if (typeof value === 'number') return value;
        throw new ORPCError('BAD_REQUEST', { message: 'typeOf: expected a number' });
      }),
    )
    .handler(({ context: { service }, input }) => service.typeOf(input)),
  /** A signal given to the call lets it go. */
  hold: base.input(type<{ key: string }>()).handler(({ context: { service }, input, signal }) =>
    reportErrors(() => {
      const { key } = input;
      const held = service.hold(key);
      signal?.addEventListener('abort', () => service.release(key));
      return held;
    }),
  ),
  down: base.input(type<Shape>()).handler(({ context: { service }, input, signal }) => {
    const items = reportErrors(() => service.down(input));
    signal?.addEventListener('abort', () => void items.return());
    return mapEventIterator(items, {
      value: (item) => Promise.resolve(item),
      error: (cause) => Promise.resolve(reportOf(cause)),
    });
  }),
  /** An input that is an iterator has room for nothing else: its first event is the shape of the others. */
  up: base
    .input(type<AsyncIteratorObject<unknown>>())
    .handler(({ context: { service }, input }) =>
      reportErrors(async () => service.up((await input.next()).value as Shape, input)),
    ),
  numbers: base
    .input(type<{ count: number }>())
    .handler(({ context: { service }, input: { count } }) =>
      reportErrors(() => iterated(service.numbers(count))),
    ),
  /** The numbers, each with an id by which a client that was cut off goes on. */
  resumed: base
    .route({ method: 'GET' })
    .input(type<number>())
    .handler(async function* ({ context: { service }, input: count, lastEventId = '0' }) {
      for await (const each of iterated(service.numbers(count, Number(lastEventId)))) {
        yield withEventMeta({ each }, { id: String(each) });
      }
    }),
  listen: base
    .input(type<string>())
    .handler(({ context: { service }, input, signal }) =>
      reportErrors(() => service.listen(input, signal)),
    ),
  /** Over a socket that hibernates. Of the call its id is left, which is kept with the socket. */
  listenAsleep: base.handler(
    ({ context: { keep } }) => new HibernationEventIterator<unknown>((id) => keep(id)),
  ),
};

/** The types of the procedures for a client. */
export type Procedures = RouterClient<typeof router>;
