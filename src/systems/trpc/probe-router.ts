import { initTRPC, tracked } from '@trpc/server';
import superjson from 'superjson';
import { givenOn, heard } from '../../service/held.ts';
import { probeMethods, type ProbeMethods } from '../../service/methods.ts';
import type { Amount } from '../../service/flow.ts';
import { mutations } from './probe-methods.ts';

const { procedure, router } = initTRPC
  .context<{ service: ProbeMethods }>()
  .create({ transformer: superjson });

/** Arguments in a list: a procedure has one input. */
function listed(input: unknown): unknown[] {
  if (!Array.isArray(input)) throw new TypeError('input: got no list, expected one of arguments');
  return input as unknown[];
}

function procedureOf(name: keyof ProbeMethods) {
  const taking = procedure.input(listed);
  const call = ({ ctx, input }: { ctx: { service: ProbeMethods }; input: unknown[] }): unknown =>
    (ctx.service[name] as (...args: unknown[]) => unknown)(...input);
  return mutations.has(name) ? taking.mutation(call) : taking.query(call);
}

/** What the probes call: each method a procedure, with what the library is made for besides. */
export const probeRouter = router({
  ...(Object.fromEntries(probeMethods.map((name) => [name, procedureOf(name)])) as Record<
    keyof ProbeMethods,
    ReturnType<typeof procedureOf>
  >),
  typeOf: procedure
    .input((input: unknown): number => {
      const [value] = listed(input);
      if (typeof value !== 'number') throw new TypeError('typeOf: expected a number');
      return value;
    })
    .query(({ ctx, input }) => ctx.service.typeOf(input)),
  hold: procedure
    .input(listed)
    .mutation(({ ctx: { service }, input: [key] }) => service.hold(key as string)),
  numbers: procedure
    .input(listed)
    .subscription(({ ctx: { service }, input: [count], signal }) =>
      givenOn(service.numbers(count as number), signal),
    ),
  /** The same, each with an id by which a client that was cut off goes on. */
  resumed: procedure
    .input((input: unknown) => input as { count: number; lastEventId?: string })
    .subscription(async function* ({ ctx: { service }, input, signal }) {
      const { count, lastEventId = '0' } = input;
      for await (const each of givenOn(service.numbers(count, Number(lastEventId)), signal)) {
        yield tracked(String(each), each);
      }
    }),
  flow: procedure
    .input(listed)
    .subscription(({ ctx: { service }, input: [amount], signal }) =>
      givenOn(service.flow(amount as Amount), signal),
    ),
  listen: procedure
    .input(listed)
    .subscription(({ ctx: { service }, input: [name], signal }) =>
      heard(service, name as string, signal),
    ),
});

export type ProbeRouter = typeof probeRouter;
