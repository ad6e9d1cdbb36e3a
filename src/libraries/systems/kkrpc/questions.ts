import { RPCChannel, WorkerParentIO } from 'kkrpc/browser';
import { createHttpClient } from 'kkrpc/http';
import type { ClientMethods } from '../../../wire/service/objects.ts';
import {
  answering,
  type BenchProbed,
  Plain,
  type ProbeApi,
} from '../../../matrix/questions/client-kit.ts';
import { linkTo } from '../../../wire/links/link.ts';
import { openLogged } from '../../../wire/links/traffic.ts';
import { callMethod } from '../../../wire/service/api.ts';
import {
  answerOf,
  answers,
  describe,
  endingOf,
  fail,
  helped,
  until,
} from '../../../matrix/questions/outcome.ts';
import { SocketIo } from './channel.ts';
import { HTTP, kkrpc } from './system.ts';

const adder = { add: (a: number, b: number) => a + b };

export const probed: BenchProbed = {
  code: {
    bundle: `export { RPCChannel } from 'kkrpc/browser';`,
    types: {
      prelude: `
import { RPCChannel, type IoInterface } from 'kkrpc/browser';
declare const io: IoInterface;
export const api = new RPCChannel<object, ServiceMethods>(io).getAPI();
`,
      call: (method, args) => `api.${method}(${args})`,
      inferred: `const server = { half: async (value: number) => value / 2 };
    export const half: number =
      await new RPCChannel<object, typeof server>(io).getAPI().half(4);`,
    },
  },
  open(link) {
    const requests = linkTo({ system: kkrpc.id, arm: HTTP }, link);
    return {
      async connect({ client = { clientName: () => 'nobody' } } = {}) {
        const { socket, log } = await openLogged(link);
        // By an adapter of this project, since the package has none for a socket.
        const io = SocketIo.over(socket);
        const channel = new RPCChannel<ClientMethods, ProbeApi>(io, { expose: client });
        return {
          api: channel.getAPI(),
          log,
          // The channel has this, and nothing that ends it.
          end: () => channel.freeCallbacks(),
          [Symbol.dispose]: () => socket.close(),
        };
      },
      post: () => ({
        api: createHttpClient<ProbeApi>(requests.url('http')).api,
        url: requests.url('http'),
      }),
      byHand: {
        call: (path) => frame({ method: path.join('.'), args: [], version: 'json' }),
        echo(text, times) {
          const args = [[text, ...Array.from({ length: times - 1 }, () => '')]];
          const same = Array.from({ length: times - 1 }, (_, index) => `args.0.${index + 1}`);
          const json = { id: 'x', method: 'echo', type: 'request', version: 'superjson', args };
          const meta = { v: 1, referentialEqualities: { 'args.0.0': same } };
          return [`${JSON.stringify({ json, meta })}\n`];
        },
        refusal: /"args":\{"error"/,
        callHere,
      },
    };
  },
  own: {
    async 'transports-websocket'(kit) {
      const outcome = await answering((api) => api.add(2, 3), 5)(kit);
      return helped(outcome, 'through an adapter of one’s own: the browser build has none');
    },
    async 'transports-http-batch'(kit) {
      const { api } = kit.post?.() as { api: ProbeApi };
      await answerOf(() => Promise.all([1, 2, 3].map((n) => api.add(n, n))));
      return fail('three requests: each call posts by itself');
    },
    async 'transports-message-port'() {
      const { port1, port2 } = new MessageChannel();
      // Its adapter is for Workers, which have the same three members that it uses.
      const io = (port: MessagePort) => new WorkerParentIO(port as MessagePort & Worker);
      new RPCChannel(io(port2), { expose: adder });
      const api = new RPCChannel<object, typeof adder>(io(port1)).getAPI();
      const outcome = await answers(() => api.add(2, 3), 5);
      port1.close();
      return outcome;
    },
    async 'loss-told'(kit) {
      using connection = await kit.connect();
      const call = () => callMethod(connection.api, 'onClose', [() => undefined]);
      await connection.log.drop();
      // It would be a member of the channel: there is none, and the proxy makes it a call.
      const ending = await endingOf(call);
      return fail(`there is no handler to give: ${describe(ending)}`);
    },
  },
};

function frame(call: object): string[] {
  return [`${JSON.stringify({ id: 'x', type: 'request', ...call })}\n`];
}

/** Runs the server half beside its client, without the list of declared methods that a public bench needs. */
async function callHere(frames: readonly string[]): Promise<string> {
  const unread = [...frames];
  const written: string[] = [];
  const io = {
    name: 'here',
    read: async () => unread.shift() ?? new Promise<string>(() => undefined),
    write: async (text: string) => void written.push(text),
  };
  new RPCChannel(io, { expose: new Plain() });
  await until(() => written.length > 0);
  return written[0] ?? '';
}
