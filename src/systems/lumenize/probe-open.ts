/** How the probes use a client of Lumenize’s protocol: the same for the published library and this site’s implementation. */
import { address, type BenchProbed, type ByHand, type ProbeApi } from '../../places/bench/probe.ts';
import type { WebSocketClass } from '../../places/bench/options.ts';
import { logRequests, logSockets } from '../../places/bench/traffic.ts';
import { byHand } from './by-hand.ts';

interface Transport {
  connect?(): Promise<void>;
  setKeepAlive(enabled: boolean): void;
}

interface Listening {
  clientId?: string;
  onDownstream?: (payload: unknown) => void;
}

interface HttpOptions {
  baseUrl: string;
  prefix: string;
  fetch: typeof fetch;
}

interface SocketOptions extends Listening, Omit<HttpOptions, 'fetch'> {
  WebSocketClass: WebSocketClass;
  timeout?: number;
  onClose?: () => void;
}

/** What both export. */
interface Library<Sent extends Transport> {
  createHttpTransport(binding: string, instance: string, options: HttpOptions): Sent;
  createWebSocketTransport(binding: string, instance: string, options: SocketOptions): Sent;
  createRpcClient(options: { transport: Sent } & Listening): object;
}

/** @param own of its frames by hand, what differs from those of the protocol */
export function openBy<Sent extends Transport>(
  system: string,
  library: Library<Sent>,
  own: Partial<ByHand> = {},
): BenchProbed['open'] {
  const clientOf = (transport: Sent, listening: Listening = {}) =>
    library.createRpcClient({ transport, ...listening }) as ProbeApi;
  return (world) => {
    const object = world.freshObject();
    const options = { baseUrl: world.origin, prefix: `/bench/probe/${system}` };
    async function connect(given: Partial<SocketOptions>, listening?: Listening) {
      const log = logSockets(world.WebSocketClass);
      const { WebSocketClass } = log;
      const settings = { ...options, ...given, WebSocketClass };
      const transport = library.createWebSocketTransport('hibernating', object, settings);
      const api = clientOf(transport, listening);
      await transport.connect?.();
      return {
        api,
        log,
        [Symbol.dispose]() {
          // The published library’s own end leaves a client that listens connecting again, for ever.
          transport.setKeepAlive(false);
          api[Symbol.dispose]();
        },
      };
    }
    return {
      system,
      address: address(world.origin, `${system}/hibernating/${object}/call`),
      lossHandler: 'onClose',
      connect: ({ onLost, timeout } = {}) =>
        connect({
          ...(onLost && { onClose: onLost }),
          ...(timeout !== undefined && { timeout }),
        }),
      async listen(clientId, onDownstream) {
        const given = { clientId, onDownstream };
        // A handler given to the client keeps the connection up; one given to the transport does not.
        const connection = await connect(given, given);
        await connection.api.life();
        return { ...connection, send: (other, payload) => other.announce(clientId, payload) };
      },
      post() {
        const { fetch, requests } = logRequests();
        const transport = library.createHttpTransport('hibernating', object, { ...options, fetch });
        return { api: clientOf(transport), requests };
      },
      byHand: { ...byHand(system), ...own },
    };
  };
}
