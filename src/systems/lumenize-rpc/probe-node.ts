import { createHttpTransport, createRpcClient } from '#lumenize-rpc/library';
import { serveTexts } from '../../places/bench/node-server.ts';
import type { NodeProbed } from '../../places/bench/probe.ts';
import type { RpcClient } from '../lumenize/rpc/client.ts';
import { answerHere } from './probe-client.ts';

class Adder {
  add(a: number, b: number): number {
    return a + b;
  }
}

export const probed: NodeProbed = {
  bundle: `export { createRpcClient, createWebSocketTransport } from '@lumenize/rpc';`,
  types: {
    prelude: `
import { createRpcClient, type RpcTransport } from '@lumenize/rpc';
import type { ProbeMethods } from '../../places/bench/probe-methods.ts';
declare const transport: RpcTransport;
export const api = createRpcClient<ProbeMethods>({ transport });
`,
    call: (method, args) => `api.${method}(${args})`,
    inferred: `class Server { half(value: number) { return value / 2; } }
    export const half: number = await createRpcClient<typeof Server>({ transport }).half(4);`,
  },
  async sumOverNode() {
    await using server = await serveTexts((body) => answerHere(new Adder(), body));
    const transport = createHttpTransport('ADDER', 'one', { baseUrl: server.url });
    using client = createRpcClient({ transport }) as RpcClient<Adder>;
    return await client.add(2, 3);
  },
};
