/** Server runtimes: where the halves run without anything added. */
import { newHttpBatchRpcResponse, newHttpBatchRpcSession, RpcTarget } from 'capnweb';
import { createHttpClient, createHttpHandler } from 'kkrpc/http';
import {
  createHttpTransport,
  createRpcClient,
} from '../../../bench-workers/systems/lumenize/rpc/client.ts';
import { answerFrame } from '../../../bench-workers/systems/lumenize/rpc/server/answer.ts';
import { answers, callAnswers, notApplicable } from '../kit/outcome.ts';
import type { ProbeGroup } from '../probe.ts';
import { serveTexts } from './node-server.ts';

class Adder extends RpcTarget {
  add(a: number, b: number): number {
    return a + b;
  }
}

export const runtimes: ProbeGroup = {
  id: 'runtimes',
  label: 'Server runtimes',
  onlyCli: 'It starts servers in Node.',
  probes: [
    {
      id: 'runtimes-workerd',
      question: 'Does the server half run on workerd without Node’s compatibility?',
      passes: 'A Durable Object that is served without compatibility flags answers.',
      run: (kit) => callAnswers(kit, (api) => api.add(2, 3), 5),
    },
    {
      id: 'runtimes-node-client',
      question: 'Does the client run in Node?',
      passes: 'A call from a program in Node, over its own WebSocket, answers.',
      run: (kit) =>
        callAnswers(kit, async (api) => [process.release.name, await api.add(2, 3)], ['node', 5]),
    },
    {
      id: 'runtimes-node-server',
      question: 'Does the server half run in Node?',
      passes: 'An object in Node answers over HTTP what a client of the same system asks.',
      own: {
        async lumenize() {
          const exposed = { target: new Adder(), publicMethods: ['add'] };
          await using server = await serveTexts(
            async (body) => (await answerFrame(exposed, body, undefined)).text,
          );
          const transport = createHttpTransport('ADDER', 'one', { baseUrl: server.url });
          using client = createRpcClient<Adder>({ transport });
          return await answers(() => client.add(2, 3), 5);
        },
        async capnweb() {
          await using server = await serveTexts(async (body) => {
            const request = new Request('http://localhost/', { method: 'POST', body });
            return (await newHttpBatchRpcResponse(request, new Adder())).text();
          });
          const stub = newHttpBatchRpcSession<Adder>(server.url);
          return await answers(() => stub.add(2, 3), 5);
        },
        async kkrpc() {
          const handler = createHttpHandler({ add: (a: number, b: number) => a + b });
          await using server = await serveTexts((body) => handler.handleRequest(body));
          const { api } = createHttpClient<{ add(a: number, b: number): Promise<number> }>(
            server.url,
          );
          return await answers(() => api.add(2, 3), 5);
        },
        'raw-websocket': notApplicable(
          'The raw WebSocket is written for the Durable Object alone.',
        ),
      },
    },
  ],
};
