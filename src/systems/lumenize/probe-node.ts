import type { NodeProbed } from '../../places/bench/probe.ts';
import { serveTexts } from '../../places/bench/node-server.ts';
import { createHttpTransport, createRpcClient } from './rpc/client.ts';
import { answerFrame } from './rpc/server/answer.ts';

class Adder {
  add(a: number, b: number): number {
    return a + b;
  }
}

export const probed: NodeProbed = {
  bundle: `export { createRpcClient, createWebSocketTransport } from './src/systems/lumenize/rpc/client.ts';`,
  types: {
    prelude: `
import { createRpcClient, type RpcTransport } from './rpc/client.ts';
import type { ProbeMethods } from '../../places/bench/probe-methods.ts';
declare const transport: RpcTransport;
export const api = createRpcClient<ProbeMethods>({ transport });
`,
    call: (method, args) => `api.${method}(${args})`,
    inferred: `class Server { half(value: number) { return value / 2; } }
    export const half: number = await createRpcClient<Server>({ transport }).half(4);`,
  },
  async sumOverNode() {
    const exposed = { target: new Adder(), publicMethods: ['add'] };
    await using server = await serveTexts(
      async (body) => (await answerFrame(exposed, body, undefined)).text,
    );
    const transport = createHttpTransport('ADDER', 'one', { baseUrl: server.url });
    using client = createRpcClient<Adder>({ transport });
    return await client.add(2, 3);
  },
};
