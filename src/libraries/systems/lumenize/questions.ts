import { parse, stringify } from '@lumenize/structured-clone';
import type { BenchProbed, ByHand, ProbeApi } from '../../../matrix/questions/client-kit.ts';
import { answers, helped } from '../../../matrix/questions/outcome.ts';
import { logSockets } from '../../../wire/links/traffic.ts';
import { hibernating } from '../system.ts';
import type { Library } from './client.ts';
import * as own from './rpc/client.ts';
import { DEFAULT_PREFIX } from './rpc/protocol.ts';
import { answerFrame } from './rpc/server.ts';

type Answer = (target: object, text: string) => Promise<string>;

/** The differences between the two libraries. */
interface Differences extends Pick<BenchProbed, 'skipped'> {
  /** The library’s module, as from the root of the project and as from the folder of the system. */
  imported: Record<'fromRoot' | 'fromFolder', string>;
  /** Code of the type by which a client knows a class `Server`. */
  typed: string;
  byHand?: Partial<ByHand>;
}

/** How one of the two libraries is asked. @param answer answers a text by its server half, beside its client */
export function probedBy(
  system: string,
  library: Library,
  answer: Answer,
  { skipped, imported, typed, byHand }: Differences,
): BenchProbed {
  const clientOf = (options: Parameters<Library['createRpcClient']>[0]) =>
    library.createRpcClient(options) as ProbeApi;
  return {
    code: {
      bundle: `export { createRpcClient, createWebSocketTransport } from '${imported.fromRoot}';`,
      types: {
        prelude: `
import { createRpcClient, type RpcTransport } from '${imported.fromFolder}';
declare const transport: RpcTransport;
export const api = createRpcClient<ServiceMethods>({ transport });
`,
        call: (method, args) => `api.${method}(${args})`,
        inferred: `class Server { half(value: number) { return value / 2; } }
    export const half: number = await createRpcClient<${typed}>({ transport }).half(4);`,
      },
    },
    open(link) {
      const options = { baseUrl: link.origin, prefix: `/bench/${system}` };
      async function connect(
        given: Parameters<Library['createWebSocketTransport']>[2],
        listening: Omit<Parameters<typeof clientOf>[0], 'transport'> = {},
      ) {
        const log = logSockets(link.WebSocketClass);
        const settings = { ...options, ...given, WebSocketClass: log.WebSocketClass };
        const transport = library.createWebSocketTransport(hibernating.name, link.object, settings);
        const api = clientOf({ transport, ...listening });
        await transport.connect?.();
        return {
          api,
          log,
          [Symbol.dispose]() {
            // The npm package’s own end leaves a client that listens connecting again, for ever.
            transport.setKeepAlive(false);
            api[Symbol.dispose]();
          },
        };
      }
      return {
        lossHandler: 'onClose',
        connect: ({ onLost, timeout } = {}) => connect({ onClose: onLost, timeout }),
        async listen(clientId, onDownstream, _hibernating, { onLost } = {}) {
          const onClose = onLost && { onClose: onLost };
          const connection = await connect({ clientId, ...onClose }, { clientId, onDownstream });
          await connection.api.life();
          return { ...connection, send: (other, payload) => other.announce(clientId, payload) };
        },
        byHand: { ...framesOf(system), ...byHand },
      };
    },
    skipped,
    own: {
      async 'transports-message-port'() {
        const adder = { add: (a: number, b: number) => a + b };
        const { port1, port2 } = new MessageChannel();
        port2.onmessage = async ({ data }: MessageEvent<string>) =>
          port2.postMessage(await answer(adder, data));
        const ask = (text: string) =>
          // It is asked once, so that an answer is the next message.
          new Promise<string>((resolve) => {
            port1.onmessage = ({ data }: MessageEvent<string>) => resolve(data);
            port1.postMessage(text);
          });
        using client = clientOf({ transport: transportBy(ask, () => port1.close()) });
        const outcome = await answers(() => client.add(2, 3), 5);
        return helped(outcome, 'through a transport of one’s own: the package has none for it');
      },
    },
  };
}

/** Frames as a client of the protocol would write them. */
function framesOf(system: string): ByHand {
  const frame = (operations: object[], meta: object = {}): string[] => {
    const batch = [{ id: 'x', operations }];
    return [JSON.stringify({ json: { type: `bench/${system}`, batch }, meta })];
  };
  return {
    call: (path) =>
      frame([...path.map((key) => ({ type: 'get', key })), { type: 'apply', args: [] }]),
    echo(text, times) {
      const args = [Array.from({ length: times }, () => ({ $ref: 0 }))];
      const call = { type: 'apply', args };
      return frame([{ type: 'get', key: 'echo' }, call], { aliases: { 0: text } });
    },
    refusal: /"success":false/,
  };
}

/** A transport of one’s own: each text is answered by another. */
function transportBy(
  ask: (text: string) => Promise<string>,
  disconnect?: () => void,
): own.RpcTransport {
  const execute: own.RpcTransport['execute'] = async ({ batch }) =>
    parse(await ask(stringify({ type: DEFAULT_PREFIX, batch }))) as ReturnType<typeof execute>;
  return { execute, setKeepAlive: () => undefined, disconnect };
}

/** Answers a text by the reimplementation’s server half, run beside its client. */
const answerHere: Answer = async (target, text) =>
  (await answerFrame(target, text, DEFAULT_PREFIX)) ?? '';

export const probed: BenchProbed = probedBy('lumenize', own, answerHere, {
  imported: {
    fromRoot: './src/libraries/systems/lumenize/rpc/client.ts',
    fromFolder: './rpc/client.ts',
  },
  typed: 'Server',
  skipped: {
    'transports-http-batch transports-http-chain transports-get':
      'The reimplementation speaks over a WebSocket alone.',
  },
});
