import {
  createHttpTransport,
  createRpcClient,
  createWebSocketTransport,
  handleRpcRequest,
} from '#lumenize-rpc/library';
import { address, type BenchProbed, type ProbeApi } from '../../places/bench/probe.ts';
import { logRequests, logSockets } from '../../places/bench/traffic.ts';
import { answers, fail, partly } from '../../places/probes/outcome.ts';
import { byHand, overPorts } from '../lumenize/by-hand.ts';

const adder = { add: (a: number, b: number) => a + b };

export const probed: BenchProbed = {
  open(world) {
    const object = world.freshObject();
    const options = { baseUrl: world.origin, prefix: '/bench/probe/lumenize-rpc' };
    async function connect(
      given: Parameters<typeof createWebSocketTransport>[2],
      listening: object = {},
    ) {
      const log = logSockets(world.WebSocketClass);
      const { WebSocketClass } = log;
      const settings = { ...options, ...given, WebSocketClass };
      const transport = createWebSocketTransport('hibernating', object, settings);
      const api = createRpcClient({ transport, ...listening }) as ProbeApi;
      await transport.connect?.();
      return {
        api,
        log,
        [Symbol.dispose]() {
          // Its own end leaves a client that listens connecting again, for ever.
          if ('onDownstream' in listening) transport.setKeepAlive(false);
          api[Symbol.dispose]();
        },
      };
    }
    return {
      system: 'lumenize-rpc',
      address: address(world.origin, `lumenize-rpc/hibernating/${object}/call`),
      lossHandler: 'onClose',
      connect: ({ onLost, timeout } = {}) =>
        connect({
          ...(onLost && { onClose: onLost }),
          ...(timeout !== undefined && { timeout }),
        }),
      async listen(clientId, onDownstream) {
        const given = { clientId, onDownstream };
        const connection = await connect(given, given);
        await connection.api.life();
        return { ...connection, send: (other, payload) => other.announce(clientId, payload) };
      },
      post() {
        const { fetch, requests } = logRequests();
        const transport = createHttpTransport('hibernating', object, { ...options, fetch });
        return { api: createRpcClient({ transport }) as ProbeApi, requests };
      },
      byHand: { ...byHand('lumenize-rpc'), callHere },
    };
  },
  skipped: [
    {
      probes: ['disposal-reference', 'disposal-connection'],
      why: 'The server holds nothing for a client: a reference is the path to it, taken anew by each call.',
    },
    {
      probes: ['security-guess'],
      why: 'There are no numbers to guess: a reference is the path to it, which anyone may take who may call.',
    },
  ],
  own: {
    async 'transports-message-port'() {
      const transport = overPorts((text) => answerHere(adder, text));
      using client = createRpcClient({ transport }) as ProbeApi;
      const { result, detail } = await answers(() => client.add(2, 3), 5);
      return result === 'pass'
        ? partly(`${detail}, through a transport of one’s own: the package has none for it`)
        : fail(detail);
    },
  },
};

/** What the library’s server half answers to a posted text, run beside its client. */
export async function answerHere(target: object, body: string): Promise<string> {
  const request = new Request('https://example.org/__rpc/HERE/one/call', { method: 'POST', body });
  return (await (await handleRpcRequest(request, target))?.text()) ?? '';
}

/** An object as a user of the library would serve it. */
class Plain {
  userIds(): number[] {
    return [1, 2, 3];
  }
  /** For TypeScript alone: nothing hides it at run time. */
  protected secret(): string {
    return 'not for clients';
  }
}

/**
 * The library follows any name from any value, so that no public server can serve a plain object by it:
 * in this bench a list of declared names stands in front. Here its server half runs without one.
 */
function callHere(frames: readonly string[]): Promise<string> {
  return answerHere(new Plain(), frames.join(''));
}
