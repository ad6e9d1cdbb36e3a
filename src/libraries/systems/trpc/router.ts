import { initTRPC, tracked } from '@trpc/server';
import superjson from 'superjson';
import { argumentsIn, type MethodName, methodNames } from '../../../wire/service/arguments.ts';
import { iterated, readShape } from '../../../wire/service/items.ts';
import type { Service } from '../../../wire/service/service.ts';
import { mutations } from './system.ts';

interface Context {
  service: Service;
}

const base = initTRPC.context<Context>();
/** By this type the bench tells that an answer goes on; the library’s own default is that of any JSON. */
const plain = base.create({ jsonl: { contentType: 'application/jsonl' } });

/** Declares what an input is and does not check it: the service checks its arguments, for every system alike. */
const as =
  <Input>() =>
  (input: unknown): Input =>
    input as Input;

/** A procedure for each method of the service, and subscriptions instead of streams and functions. */
const { procedure, router } = plain;

const procedureOf = (name: MethodName) => {
  const taking = procedure.input(as<unknown>());
  const call = ({ ctx, input }: { ctx: Context; input: unknown }): unknown =>
    ctx.service.call(name, argumentsIn(name, input));
  return mutations.has(name) ? taking.mutation(call) : taking.query(call);
};

const procedures = {
  ...(Object.fromEntries(methodNames.map((name) => [name, procedureOf(name)])) as Record<
    MethodName,
    ReturnType<typeof procedureOf>
  >),
  typeOf: procedure
    .input((value: unknown): number => {
      if (typeof value !== 'number') throw new TypeError('typeOf: expected a number');
      return value;
    })
    .query(({ ctx, input }) => ctx.service.typeOf(input)),
  // A client of events asks again for ever after an error of a subscription, but not after one of its input.
  down: procedure.input(readShape).subscription(({ ctx, input }) => ctx.service.down(input)),
  /** Each number has an id, by which a client that was cut off goes on. */
  numbers: procedure
    .input(as<{ count: number; lastEventId?: string }>())
    .subscription(async function* ({ ctx, input: { count, lastEventId = '0' } }) {
      for await (const each of iterated(ctx.service.numbers(count, Number(lastEventId)))) {
        yield tracked(String(each), each);
      }
    }),
  listen: procedure
    .input(as<string>())
    .subscription(({ ctx, input, signal }) => ctx.service.listen(input, signal)),
};

export const plainRouter = router(procedures);
/** The same with the transformer that tRPC’s documentation names for values that JSON lacks. */
export const superjsonRouter = base.create({ transformer: superjson }).router(procedures);

export type ServiceRouter = typeof plainRouter;
