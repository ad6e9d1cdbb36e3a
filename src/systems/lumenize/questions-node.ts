import { serveTexts } from '../../questions/runtimes.ts';
import type { NodeProbed } from '../../questions/probed.ts';
import { answerHere, transportBy } from './questions.ts';
import { createRpcClient } from './rpc/client.ts';

interface Adder {
  add(a: number, b: number): unknown;
}

/**
 * What is asked in Node of an implementation of the protocol, the published library or this site’s.
 *
 * @param imported its module, as from the root of the project and as from the folder of the system
 * @param typed code of the type by which a client knows a class `Server`
 */
export function probedInNode(
  imported: Record<'fromRoot' | 'fromFolder', string>,
  typed: string,
  answer: (adder: Adder, body: string) => Promise<string>,
  clientAt: (baseUrl: string) => Adder & Disposable,
): NodeProbed {
  return {
    bundle: `export { createRpcClient, createWebSocketTransport } from '${imported.fromRoot}';`,
    types: {
      prelude: `
import { createRpcClient, type RpcTransport } from '${imported.fromFolder}';
import type { ServiceMethods } from '../../service/service.ts';
declare const transport: RpcTransport;
export const api = createRpcClient<ServiceMethods>({ transport });
`,
      call: (method, args) => `api.${method}(${args})`,
      inferred: `class Server { half(value: number) { return value / 2; } }
    export const half: number = await createRpcClient<${typed}>({ transport }).half(4);`,
    },
    async sumOverNode() {
      const adder = { add: (a: number, b: number) => a + b };
      await using server = await serveTexts((body) => answer(adder, body));
      using client = clientAt(server.url);
      return await client.add(2, 3);
    },
  };
}

/** A client whose texts are posted. */
const clientAt = (url: string) =>
  createRpcClient<Adder>({
    transport: transportBy(async (body) => (await fetch(url, { method: 'POST', body })).text()),
  });

export const probed = probedInNode(
  { fromRoot: './src/systems/lumenize/rpc/client.ts', fromFolder: './rpc/client.ts' },
  'Server',
  answerHere,
  clientAt,
);
