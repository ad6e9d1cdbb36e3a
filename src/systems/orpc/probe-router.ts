import { os, type, withEventMeta } from '@orpc/server';
import { HibernationEventIterator } from '@orpc/server/hibernation';
import { givenOn, heard } from '../../service/held.ts';
import { probeMethods, type ProbeMethods } from '../../service/methods.ts';
import type { Amount } from '../../service/flow.ts';
import { toldError } from './router.ts';

const base = os
  .$context<{ service: ProbeMethods; keep: (id: string) => void }>()
  .use(async ({ next }) => {
    try {
      return await next();
    } catch (cause) {
      throw toldError(cause);
    }
  });
/** Arguments in a list: a procedure has one input. */
const taking = base.input(
  type<unknown[]>((input) => {
    if (!Array.isArray(input)) throw new TypeError('input: got no list, expected one of arguments');
    return input;
  }),
);

const procedureOf = (name: keyof ProbeMethods) =>
  taking.handler(({ context: { service }, input, signal }) => {
    if (name === 'hold') signal?.addEventListener('abort', () => service.release(String(input[0])));
    return (service[name] as (...args: unknown[]) => unknown)(...input);
  });

/** What the probes call: each method a procedure, with what the library is made for besides. */
export const probeRouter = {
  ...(Object.fromEntries(probeMethods.map((name) => [name, procedureOf(name)])) as Record<
    keyof ProbeMethods,
    ReturnType<typeof procedureOf>
  >),
  add: base
    .route({ method: 'GET' })
    .input(type<unknown[]>())
    .handler(({ context, input: [a, b] }) => context.service.add(a as number, b as number)),
  typeOf: base
    .input(
      type<unknown, number>((input) => {
        const [value] = input as unknown[];
        if (typeof value !== 'number') throw new TypeError('typeOf: expected a number');
        return value;
      }),
    )
    .handler(({ context, input }) => context.service.typeOf(input)),
  numbers: taking.handler(({ context: { service }, input: [count], signal }) =>
    givenOn(service.numbers(count as number), signal),
  ),
  /** The same, each with an id by which a client that was cut off goes on. */
  resumed: base
    .route({ method: 'GET' })
    .input(type<unknown[]>())
    .handler(async function* ({ context: { service }, input: [count], signal, lastEventId = '0' }) {
      const numbers = service.numbers(count as number, Number(lastEventId));
      for await (const each of givenOn(numbers, signal)) {
        yield withEventMeta({ each }, { id: String(each) });
      }
    }),
  flow: taking.handler(({ context: { service }, input: [amount], signal }) =>
    givenOn(service.flow(amount as Amount), signal),
  ),
  listen: taking.handler(({ context: { service }, input: [name], signal }) =>
    heard(service, name as string, signal),
  ),
  /** The same for a socket that hibernates: what is left of the call is its id, kept with the socket. */
  listenAsleep: base.handler(
    ({ context: { keep } }) => new HibernationEventIterator<unknown>((id) => keep(id)),
  ),
};

export type ProbeRouter = typeof probeRouter;
