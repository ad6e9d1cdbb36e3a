import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { initTRPC } from '@trpc/server';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import type { NodeProbed } from '../../questions/probed.ts';
import { serveNode } from '../../questions/runtimes.ts';

export const probed: NodeProbed = {
  bundle: `export { createTRPCClient, createWSClient, wsLink } from '@trpc/client';`,
  // Its documentation has it as an option, for values that JSON lacks.
  option: { name: 'superjson', bundle: `export { default } from 'superjson';` },
  types: {
    prelude: `
import { createTRPCClient, type TRPCLink } from '@trpc/client';
import { initTRPC } from '@trpc/server';
import superjson from 'superjson';
import type { ServiceMethods } from '../../service/service.ts';
declare const methods: ServiceMethods;
const { procedure, router } = initTRPC.create({ transformer: superjson });
const takes = <Input>() => (input: unknown): Input => input as Input;
const server = router({
  add: procedure.input(takes<[number, number]>()).query(({ input }) => methods.add(...input)),
  user: procedure.input(takes<[number]>()).query(({ input }) => methods.user(...input)),
  echo: procedure.input(takes<[unknown]>()).query(({ input }) => methods.echo(...input)),
  fail: procedure.input(takes<['type']>()).query(({ input }) => methods.fail(...input)),
  callBack: procedure
    .input(takes<[(value: number) => unknown, number]>())
    .query(({ input }) => methods.callBack(...input)),
});
declare const link: TRPCLink<typeof server>;
export const api = createTRPCClient<typeof server>({ links: [link] });
`,
    call: (method, args) => `api.${method}.query([${args}])`,
    inferred: `const own = router({ half: procedure.input(takes<number>()).query(({ input }) => input / 2) });
    export const half: number =
      await createTRPCClient<typeof own>({ links: [] }).half.query(4);`,
  },
  async sumOverNode() {
    const { procedure, router } = initTRPC.create();
    const takes = procedure.input((input: unknown) => input as [number, number]);
    const adder = router({ add: takes.query(({ input: [a, b] }) => a + b) });
    await using server = await serveNode(createHTTPHandler({ router: adder }));
    const links = [httpBatchLink({ url: server.url })];
    return await createTRPCClient<typeof adder>({ links }).add.query([2, 3]);
  },
};
