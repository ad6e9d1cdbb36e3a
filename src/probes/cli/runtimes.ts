/** Server runtimes: where the halves run without anything added. */
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import { os, type RouterClient, type } from '@orpc/server';
import { RPCHandler } from '@orpc/server/node';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import { initTRPC } from '@trpc/server';
import { createHTTPHandler } from '@trpc/server/adapters/standalone';
import { newHttpBatchRpcResponse, newHttpBatchRpcSession, RpcTarget } from 'capnweb';
import { createHttpClient, createHttpHandler } from 'kkrpc/http';
import { createHttpTransport, createRpcClient } from '../../systems/lumenize/rpc/client.ts';
import { answerFrame } from '../../systems/lumenize/rpc/server/answer.ts';
import { answers, callAnswers, notApplicable } from '../kit/outcome.ts';
import type { ProbeGroup } from '../probe.ts';
import { serveNode, serveTexts } from './node-server.ts';

class Adder extends RpcTarget {
  add(a: number, b: number): number {
    return a + b;
  }
}

function nodeRouter() {
  const t = initTRPC.create();
  const add = t.procedure
    .input((input: unknown) => input as [number, number])
    .query(({ input: [a, b] }) => a + b);
  return { query: 'add', router: t.router({ add }) } as const;
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
        async trpc() {
          const { query, router } = nodeRouter();
          await using server = await serveNode(createHTTPHandler({ router }));
          const client = createTRPCClient<typeof router>({
            links: [httpBatchLink({ url: server.url })],
          });
          return await answers(() => client[query].query([2, 3]), 5);
        },
        async orpc() {
          const add = os.input(type<[number, number]>()).handler(({ input: [a, b] }) => a + b);
          const handler = new RPCHandler({ add });
          await using server = await serveNode((request, response) => {
            void handler.handle(request, response);
          });
          const client = createORPCClient<RouterClient<{ add: typeof add }>>(
            new RPCLink({ url: server.url }),
          );
          return await answers(() => client.add([2, 3]), 5);
        },
        async 'fetch-json'() {
          await using server = await serveTexts((body) => {
            const [a, b] = JSON.parse(body) as [number, number];
            return JSON.stringify({ result: a + b });
          });
          const post = async () => {
            const answer = await fetch(server.url, { method: 'POST', body: '[2,3]' });
            return ((await answer.json()) as { result: number }).result;
          };
          return await answers(post, 5);
        },
        'raw-websocket': notApplicable(
          'The raw WebSocket is written for the Durable Object alone.',
        ),
      },
    },
  ],
};
