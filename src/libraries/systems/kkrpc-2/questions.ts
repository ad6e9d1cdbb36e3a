import * as kkrpc from '#kkrpc-2/library';
import { type BenchProbed, Plain, type ProbeApi } from '../../../matrix/questions/client-kit.ts';
import { answers, until } from '../../../matrix/questions/outcome.ts';
import { linkTo } from '../../../wire/links/link.ts';
import { logRequests, openLogged } from '../../../wire/links/traffic.ts';
import type { Shape } from '../../../wire/service/items.ts';
import { HTTP, kkrpc2, STREAM } from './system.ts';

/** Methods that answer with a stream. */
type Streams = Record<'numbers' | 'down', (asked: number | Shape) => AsyncIterable<unknown>>;

export const probed: BenchProbed = {
  code: {
    bundle: `export { RPCChannel } from 'kkrpc-2'; export { webSocketTransport } from 'kkrpc-2/ws';`,
    option: { name: 'kkrpc/streaming', bundle: `export * from 'kkrpc-2/streaming';` },
    types: {
      prelude: `
import { wrap, type Transport, type RPCMessage } from 'kkrpc-2';
declare const transport: Transport<RPCMessage>;
export const api = wrap<ServiceMethods>(transport);
`,
      call: (method, args) => `api.${method}(${args})`,
      inferred: `const server = { half: async (value: number) => value / 2 };
    export const half: number = await wrap<typeof server>(transport).half(4);`,
    },
  },
  open: (link) => ({
    async connect({ client: expose = { clientName: () => 'nobody' }, onLost, timeout } = {}) {
      const { socket, log } = await openLogged(link);
      const options = { expose, onClose: onLost, timeout };
      const channel = new kkrpc.RPCChannel<ProbeApi>(kkrpc.webSocketTransport(socket), options);
      const api = channel.getAPI();
      // Streams have an entry of their own in the package, and so a connection of their own here.
      const streams = (): Streams => {
        const { url } = linkTo({ system: kkrpc2.id, arm: STREAM }, link);
        const own = kkrpc.webSocketTransport(new log.WebSocketClass(url('ws')));
        return new kkrpc.StreamingRPCChannel<Streams>(own).getAPI();
      };
      return {
        api,
        log,
        numbers: (count) => streams().numbers(count),
        flow: (shape) => streams().down(shape),
        hold: (signal) => Promise.resolve(kkrpc.withCallOptions(api, { signal }).hold('never')),
        end: () => channel.destroy(),
        [Symbol.dispose]: () => log.sockets.forEach((each) => each.close()),
      };
    },
    post() {
      const { fetch, requests } = logRequests();
      const url = linkTo({ system: kkrpc2.id, arm: HTTP }, link).url('http');
      return {
        api: kkrpc.wrap<ProbeApi>(kkrpc.httpClientTransport({ url, fetch })),
        requests,
        url,
      };
    },
    lossHandler: 'onClose',
    byHand: {
      call: (path) => frame(path, []),
      echo: (text) => frame(['echo'], [[text]]),
      refusal: /"e":\{/,
      callHere,
    },
  }),
  own: {
    async 'transports-message-port'() {
      const { port1, port2 } = new MessageChannel();
      for (const port of [port1, port2]) port.start();
      // Its transport is for Workers, which have the same members that it uses.
      kkrpc.expose({ add: (a: number, b: number) => a + b }, kkrpc.workerTransport(port2));
      const api = kkrpc.wrap<Pick<ProbeApi, 'add'>>(kkrpc.workerTransport(port1));
      const outcome = await answers(() => api.add(2, 3), 5);
      port1.close();
      return outcome;
    },
  },
};

function frame(path: readonly string[], args: readonly unknown[]): string[] {
  const values = args.map((value) => ({ __kkrpc_next_arg__: 'value', v: value }));
  return [JSON.stringify({ t: 'q', id: 'x', op: 'call', p: path, a: values })];
}

/** Runs the server half beside its client, without the list of declared methods that a public bench needs. */
async function callHere(frames: readonly string[]): Promise<string> {
  const written: string[] = [];
  const transport = {
    send: (message: object) => void written.push(JSON.stringify(message)),
    subscribe(take: (message: unknown) => void) {
      for (const text of frames) take(JSON.parse(text));
      return () => undefined;
    },
  };
  new kkrpc.RPCChannel(transport, { expose: new Plain() });
  await until(() => written.length > 0);
  return written[0] ?? '';
}
