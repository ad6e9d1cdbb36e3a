import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { os, type RouterClient, type } from '@orpc/server';
import { RPCHandler } from '@orpc/server/node';
import type { NodeProbed } from '../../questions/probed.ts';
import { serveNode } from '../../questions/runtimes.ts';

export const probed: NodeProbed = {
  bundle: `
    export { createORPCClient } from '@orpc/client';
    export { RPCLink } from '@orpc/client/websocket';
  `,
  types: {
    prelude: `
import { createORPCClient, isDefinedError, safe, type ClientLink } from '@orpc/client';
import { os, type, type RouterClient } from '@orpc/server';
import type { ServiceMethods } from '../../service/service.ts';
declare const methods: ServiceMethods;
const server = {
  add: os.input(type<[number, number]>()).handler(({ input }) => methods.add(...input)),
  user: os.input(type<[number]>()).handler(({ input }) => methods.user(...input)),
  echo: os.input(type<[unknown]>()).handler(({ input }) => methods.echo(...input)),
  fail: os
    .errors({ QUOTA: { data: type<{ code: number }>() } })
    .input(type<['type']>())
    .handler(({ input }) => methods.fail(...input)),
  callBack: os
    .input(type<[(value: number) => unknown, number]>())
    .handler(({ input }) => methods.callBack(...input)),
};
declare const link: ClientLink<Record<never, never>>;
export const api: RouterClient<typeof server> = createORPCClient(link);
export { isDefinedError, safe };
`,
    call: (method, args) => `api.${method}([${args}])`,
    inferred: `const own = { half: os.input(type<number>()).handler(({ input }) => input / 2) };
    const client: RouterClient<typeof own> = createORPCClient(link);
    export const half: number = await client.half(4);`,
    declaredError: `const { error } = await safe(api.fail(['type']));
      if (isDefinedError(error)) { const code: number = error.data.code; console.log(code); }`,
  },
  async sumOverNode() {
    const add = os.input(type<[number, number]>()).handler(({ input: [a, b] }) => a + b);
    const handler = new RPCHandler({ add });
    await using server = await serveNode((request, response) => {
      void handler.handle(request, response);
    });
    const link = new RPCLink({ url: server.url });
    return await createORPCClient<RouterClient<{ add: typeof add }>>(link).add([2, 3]);
  },
};
