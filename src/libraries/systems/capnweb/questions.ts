import {
  newHttpBatchRpcSession,
  newMessagePortRpcSession,
  newWebSocketRpcSession,
  RpcTarget,
} from 'capnweb';
import type { ClientMethods } from '../../../wire/service/objects.ts';
import type { ServiceMethods } from '../../../wire/service/service.ts';
import { linkTo } from '../../../wire/links/link.ts';
import {
  apiOf,
  type BenchKit,
  type BenchProbed,
  type ProbeApi,
  type Run,
} from '../../../matrix/questions/client-kit.ts';
import { openLogged } from '../../../wire/links/traffic.ts';
import { hibernation } from '../../../matrix/questions/hibernation.ts';
import { callMethod } from '../../../wire/service/api.ts';
import { BESIDE_EVENTS, capnweb, EVENTS, HTTP_BATCH, IN_WORKER } from './system.ts';
import { askUsedPromise } from '../../../matrix/questions/errors.ts';
import {
  answers,
  endingOf,
  helped,
  type Outcome,
  partly,
  pass,
} from '../../../matrix/questions/outcome.ts';

/** The methods that a client offers to the server. */
class Offered extends RpcTarget {
  readonly #client: ClientMethods;

  constructor(client: ClientMethods) {
    super();
    this.#client = client;
  }
  clientName() {
    return this.#client.clientName();
  }
}

class Adder extends RpcTarget {
  add(a: number, b: number): number {
    return a + b;
  }

  echo(value: unknown): unknown {
    return value;
  }
}

/** Asks over a port, whose two ends are the library’s own. */
async function overPort(ask: (stub: ProbeApi) => Promise<Outcome>): Promise<Outcome> {
  const { port1, port2 } = new MessageChannel();
  newMessagePortRpcSession(port2, new Adder());
  using stub = newMessagePortRpcSession<Adder>(port1);
  const outcome = await ask(stub as unknown as ProbeApi);
  port1.close();
  return outcome;
}

/** Asks a question about sleep over another configuration, and with an object of its own. */
async function askOver(arm: string, id: string, { link, ...kit }: BenchKit): Promise<Outcome> {
  const other = linkTo({ system: 'capnweb', arm }, { ...link, object: crypto.randomUUID() });
  const run = hibernation[`hibernation-${id}`] as Run;
  const { result, detail } = await run({ ...kit, link: other, ...probed.open(other) });
  return { result, detail: `${capnweb.arms.find(({ name }) => name === arm)?.label}: ${detail}` };
}

export const probed: BenchProbed = {
  inNode: ['security-types'],
  code: {
    bundle: `export { newWebSocketRpcSession } from 'capnweb';`,
    types: {
      prelude: `
import { newWebSocketRpcSession } from 'capnweb';
export const api = newWebSocketRpcSession<ServiceMethods>('wss://example.org');
`,
      call: (method, args) => `api.${method}(${args})`,
      inferred: `import { RpcTarget } from 'capnweb';
    class Server extends RpcTarget { half(value: number) { return value / 2; } }
    export const half: number = await newWebSocketRpcSession<Server>('wss://example.org').half(4);`,
    },
  },
  open(link) {
    const batches = linkTo({ system: 'capnweb', arm: HTTP_BATCH }, link);
    const batch = () => newHttpBatchRpcSession<ServiceMethods>(batches.url('http'));
    const besideEvents = async () => {
      const { socket, log } = await openLogged(linkTo({ system: 'capnweb', arm: EVENTS }, link));
      const api = apiOf<ProbeApi>((method, args) => callMethod(batch(), method, args));
      return { socket, api, log, [Symbol.dispose]: () => socket.close() };
    };
    const listen: BenchKit['listen'] = async (_name, got) => {
      const { socket, ...connection } = await besideEvents();
      socket.addEventListener('message', ({ data }) => got(JSON.parse(String(data))));
      return { ...connection, send: (other, payload) => other.announce(EVENTS, payload) };
    };
    return {
      lossHandler: 'onRpcBroken',
      ...(link.arm === BESIDE_EVENTS ? { listen } : {}),
      async connect({ client, onLost } = {}) {
        if (link.arm === BESIDE_EVENTS) return besideEvents();
        const { socket, log } = await openLogged(link);
        const main = client && new Offered(client);
        const stub = newWebSocketRpcSession<ServiceMethods>(socket, main);
        if (onLost) stub.onRpcBroken(onLost);
        const end = () => stub[Symbol.dispose]();
        return { api: stub as unknown as ProbeApi, log, [Symbol.dispose]: end };
      },
      // A batch: all calls of one turn are one request.
      post: () => ({ api: batch() as unknown as ProbeApi, isBatch: true }),
      byHand: {
        call: (path) => lines(['push', ['pipeline', 0, path, []]], ['pull', 1]),
        echo(text, times) {
          const same = Array.from({ length: times }, () => ['pipeline', 1]);
          return lines(
            ['push', ['pipeline', 0, ['echo'], [text]]],
            // A list stands in a list, to tell it from the protocol’s own.
            ['push', ['pipeline', 0, ['echo'], [[same]]]],
            ['pull', 2],
          );
        },
        refusal: /^\["reject"/,
      },
    };
  },
  own: {
    async 'transports-http-batch'(kit) {
      // A session over HTTP is one batch, so that all answers came in its one request.
      const { api } = kit.post?.() as { api: ProbeApi };
      const three = () => Promise.all([1, 2, 3].map((n) => api.add(n, n)));
      const outcome = await answers(three, [2, 4, 6]);
      if (outcome.result !== 'pass') return outcome;
      const later = await endingOf(() => api.add(4, 4));
      return later.state === 'rejected'
        ? pass('one request, after which the session has ended')
        : partly('answers, and the session goes on');
    },
    'transports-message-port': () => overPort((stub) => answers(() => stub.add(2, 3), 5)),
    async 'hibernation-sleeps'(kit) {
      const seen = await Promise.all(
        [kit.link.arm, IN_WORKER, BESIDE_EVENTS].map((arm) => askOver(arm, 'sleeps', kit)),
      );
      const [result = 'fail', ...others] = new Set(seen.map((each) => each.result));
      const detail = seen.map((each) => each.detail).join('; ');
      return { result: others.length === 0 ? result : 'partly', detail };
    },
    async 'hibernation-push'(kit) {
      return helped(await askOver(BESIDE_EVENTS, 'push', kit), 'by code without a library');
    },
    // The bench itself refuses the frame in question, before the library’s server reads it.
    'errors-used-promise': () => overPort(askUsedPromise),
  },
};

function lines(...messages: unknown[][]): string[] {
  return messages.map((message) => JSON.stringify(message));
}
