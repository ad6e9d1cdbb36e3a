/** Transports: what the calls can travel over. */
import type { RouterClient } from '@orpc/server';
import type { ProbeMethods } from '../../bench-workers/probes/methods.ts';
import {
  answerOf,
  answers,
  callAnswers,
  endingOf,
  fail,
  notApplicable,
  partly,
  pass,
} from './kit/outcome.ts';
import type { Kit, Kits } from './kit/kit.ts';
import { show } from './kit/same.ts';
import type { ProbeGroup } from './probe.ts';
import type { Outcome } from './question.ts';

const floor = { 'raw-websocket': notApplicable('It is a WebSocket and nothing else.') };
const overHttp = { 'fetch-json': notApplicable('It is HTTP and nothing else.') };

/** Whether three calls of one tick are one request. */
async function inOneRequest({ api, requests }: ReturnType<Kits['trpc']['post']>): Promise<Outcome> {
  await answerOf(() => Promise.all([1, 2, 3].map((n) => api.add(n, n))));
  return requests.length === 1 ? pass('one request') : fail(`${requests.length} requests`);
}

/** Whether a request of the library, or one by hand where it sends none, reads by GET. */
async function getByHand(kit: Kit): Promise<Outcome> {
  const { status } = await fetch(kit.address('http'));
  return status === 200 ? pass('answered') : fail(`a GET is answered with status ${status}`);
}

async function readByGet({ api, requests }: ReturnType<Kits['trpc']['post']>): Promise<Outcome> {
  const outcome = await answers(() => api.add(2, 3), 5);
  if (outcome.result !== 'pass') return outcome;
  const [request = ''] = requests;
  return request.startsWith('GET ') ? pass('a GET') : fail(request.split(' ')[0] ?? 'no request');
}

/** What the far end of a MessagePort serves here. */
const adder = { add: (a: number, b: number) => a + b };

export const transports: ProbeGroup = {
  id: 'transports',
  label: 'Transports',
  probes: [
    {
      id: 'transports-websocket',
      question: 'Do calls reach a Durable Object over a WebSocket?',
      passes: 'A call over one socket answers.',
      run: (kit) => callAnswers(kit, (api) => api.add(2, 3), 5),
      own: {
        async kkrpc(kit) {
          const { result, detail } = await callAnswers(kit, (api) => api.add(2, 3), 5);
          // The adapter is this project's: src/probes/kit/kkrpc.ts says what it is made of.
          return result === 'pass'
            ? partly(`${detail}, through an adapter of one’s own: the browser build has none`)
            : fail(detail);
        },
        ...overHttp,
      },
    },
    {
      id: 'transports-http',
      question: 'Do the same calls work over HTTP, without a socket?',
      passes: 'A call over HTTP to the same object answers.',
      own: {
        lumenize: (kit) => answers(() => kit.post().api.add(2, 3), 5),
        capnweb: (kit) => answers(() => kit.post().add(2, 3), 5),
        kkrpc: (kit) => answers(() => kit.post().add(2, 3), 5),
        trpc: (kit) => answers(() => kit.post().api.add(2, 3), 5),
        orpc: (kit) => answers(() => kit.post().api.add(2, 3), 5),
        'fetch-json': (kit) => callAnswers(kit, (api) => api.add(2, 3), 5),
        ...floor,
      },
    },
    {
      id: 'transports-http-batch',
      question: 'Are several calls one HTTP request?',
      passes: 'Three calls of one tick are one request.',
      own: {
        async lumenize(kit) {
          const { api, requests } = kit.post();
          await answerOf(() => Promise.all([1, 2, 3].map((n) => api.add(n, n))));
          return requests() === 1 ? pass('one request') : fail(`${requests()} requests`);
        },
        async capnweb(kit) {
          // A session over HTTP is one batch: whatever answers came in its one request.
          const api = kit.post();
          const three = () => Promise.all([1, 2, 3].map((n) => api.add(n, n)));
          const outcome = await answers(three, [2, 4, 6]);
          if (outcome.result !== 'pass') return outcome;
          const later = await endingOf(() => api.add(4, 4));
          return later.state === 'rejected'
            ? pass('one request, after which the session has ended')
            : partly('answers, and the session goes on');
        },
        async kkrpc(kit) {
          const api = kit.post();
          await answerOf(() => Promise.all([1, 2, 3].map((n) => api.add(n, n))));
          return fail('three requests: each call posts by itself');
        },
        trpc: (kit) => inOneRequest(kit.post()),
        orpc: (kit) => inOneRequest(kit.post()),
        async 'fetch-json'(kit) {
          using connection = await kit.connect();
          await answerOf(() => Promise.all([1, 2, 3].map((n) => connection.api.add(n, n))));
          return fail(`${connection.log.frames().out} requests: each call posts by itself`);
        },
        ...floor,
      },
    },
    {
      id: 'transports-http-chain',
      question: 'Does a chain work over HTTP in one request?',
      passes: 'A method of a method’s result answers in one request.',
      own: {
        async lumenize(kit) {
          const { api, requests } = kit.post();
          const call = () => api.authenticate('sesame').whoami();
          const outcome = await answers(call, 'the holder of the token');
          if (outcome.result !== 'pass') return outcome;
          return requests() === 1 ? pass('one request') : partly(`${requests()} requests`);
        },
        capnweb: (kit) =>
          answers(() => kit.post().authenticate('sesame').whoami(), 'the holder of the token'),
        kkrpc: (kit) =>
          answers(() => kit.post().authenticate('sesame').whoami(), 'the holder of the token'),
        trpc: (kit) =>
          answers(() => kit.post().api.authenticate('sesame').whoami(), 'the holder of the token'),
        orpc: (kit) =>
          answers(() => kit.post().api.authenticate('sesame').whoami(), 'the holder of the token'),
        'fetch-json': (kit) =>
          callAnswers(kit, (api) => api.authenticate('sesame').whoami(), 'the holder of the token'),
        ...floor,
      },
    },
    {
      id: 'transports-get',
      question: 'Can a call that only reads be a GET, as caches and links know it?',
      passes: 'Such a call is a request with the method GET, and answers.',
      run: getByHand,
      own: {
        trpc: (kit) => readByGet(kit.post()),
        orpc: (kit) => readByGet(kit.post('GET')),
        'fetch-json': notApplicable('How its requests are made is for whoever writes them.'),
        ...floor,
      },
    },
    {
      id: 'transports-message-port',
      question: 'Do calls travel over a MessagePort?',
      passes:
        'Both ends run over the two ports of a MessageChannel, by means of the package alone.',
      own: {
        async lumenize() {
          const { messagePortTransport } = await import('./kit/lumenize-port.ts');
          const { createRpcClient } = await import('../systems/lumenize/rpc/client.ts');
          const transport = messagePortTransport(new MessageChannel(), adder, ['add']);
          using client = createRpcClient<typeof adder>({ transport });
          const { result, detail } = await answers(() => client.add(2, 3), 5);
          return result === 'pass'
            ? partly(`${detail}, through a transport of one’s own: the package has none for it`)
            : fail(detail);
        },
        async capnweb() {
          const { newMessagePortRpcSession, RpcTarget } = await import('capnweb');
          class Adder extends RpcTarget {
            add(a: number, b: number) {
              return adder.add(a, b);
            }
          }
          const { port1, port2 } = new MessageChannel();
          newMessagePortRpcSession(port2, new Adder());
          using stub = newMessagePortRpcSession<Pick<ProbeMethods, 'add'>>(port1);
          const outcome = await answers(() => stub.add(2, 3), 5);
          port1.close();
          return outcome;
        },
        async kkrpc() {
          const { RPCChannel, WorkerParentIO } = await import('kkrpc/browser');
          const { port1, port2 } = new MessageChannel();
          // Its adapter is for Workers, which have the same three members that it uses.
          const io = (port: MessagePort) => new WorkerParentIO(port as unknown as Worker);
          new RPCChannel(io(port2), { expose: adder });
          const api = new RPCChannel<object, typeof adder>(io(port1)).getAPI();
          const outcome = await answers(() => api.add(2, 3), 5);
          port1.close();
          return outcome;
        },
        async trpc() {
          const links = Object.keys(await import('@trpc/client')).filter((key) =>
            key.endsWith('Link'),
          );
          const found = links.some((link) => /port|message|channel/i.test(link));
          return found ? partly('untried') : fail(`none of its links: ${links.join(', ')}`);
        },
        async orpc() {
          const { createORPCClient } = await import('@orpc/client');
          const { RPCLink } = await import('@orpc/client/message-port');
          const { os, type } = await import('@orpc/server');
          const { RPCHandler } = await import('@orpc/server/message-port');
          const { port1, port2 } = new MessageChannel();
          const add = os
            .input(type<[number, number]>())
            .handler(({ input }) => adder.add(...input));
          new RPCHandler({ add }).upgrade(port2);
          port1.start();
          port2.start();
          const client = createORPCClient<RouterClient<{ add: typeof add }>>(
            new RPCLink({ port: port1 }),
          );
          const outcome = await answers(() => client.add([2, 3]), 5);
          port1.close();
          return outcome;
        },
        ...overHttp,
        ...floor,
      },
    },
    {
      id: 'transports-workers-rpc',
      question: 'Does a reference of Workers’ own RPC pass through to the client?',
      passes:
        'A cursor of another Durable Object, which the server reached by Workers RPC, counts for the client: 1, 2.',
      async run(kit) {
        using connection = await kit.connect();
        const counted = await answerOf(async () => {
          const cursor = await connection.api.nativeCursor();
          return [await cursor.next(), await cursor.next()].join();
        });
        return counted === '1,2'
          ? pass('counts 1, 2')
          : partly(`the call answers ${show(counted)}`);
      },
      own: floor,
    },
  ],
};
