import { createHttpClient, createHttpHandler } from 'kkrpc/http';
import type { NodeProbed } from '../../questions/probed.ts';
import { serveTexts } from '../../questions/runtimes.ts';

export const probed: NodeProbed = {
  bundle: `export { RPCChannel } from 'kkrpc/browser';`,
  types: {
    prelude: `
import { RPCChannel, type IoInterface } from 'kkrpc/browser';
import type { ServiceMethods } from '../../service/service.ts';
declare const io: IoInterface;
export const api = new RPCChannel<object, ServiceMethods>(io).getAPI();
`,
    call: (method, args) => `api.${method}(${args})`,
    inferred: `const server = { half: async (value: number) => value / 2 };
    export const half: number =
      await new RPCChannel<object, typeof server>(io).getAPI().half(4);`,
  },
  async sumOverNode() {
    const handler = createHttpHandler({ add: (a: number, b: number) => a + b });
    await using server = await serveTexts((body) => handler.handleRequest(body));
    const { api } = createHttpClient<{ add(a: number, b: number): Promise<number> }>(server.url);
    return await api.add(2, 3);
  },
};
