/** How the probes use a client of Lumenize’s protocol: the same for the published library and this site’s implementation. */
import { address, type BenchProbed, type ByHand, type ProbeApi } from '../../questions/kit.ts';
import type { WebSocketClass } from '../../links/socket.ts';
import { logRequests, logSockets } from '../../links/traffic.ts';
import type { BatchResponse, RpcTransport } from './rpc/client.ts';
import { decode, encode } from './rpc/protocol/codec.ts';

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

// Lumenize’s protocol without a client of it: for the probes of both of its implementations.

/** Frames as the probes’ objects of a system take them. */
export function byHand(system: string): ByHand {
  const frame = (operations: object[], meta: object = {}): string[] => {
    const batch = [{ id: 'x', operations }];
    return [JSON.stringify({ json: { type: `bench/probe/${system}`, batch }, meta })];
  };
  return {
    call: (path) =>
      frame([...path.map((key) => ({ type: 'get', key })), { type: 'apply', args: [] }]),
    echo(text, times) {
      const args = [Array.from({ length: times }, () => ({ $ref: 0 }))];
      const operations = [
        { type: 'get', key: 'echo' },
        { type: 'apply', args },
      ];
      return frame(operations, { aliases: { 0: text } });
    },
    refusal: /"success":false/,
  };
}

/** A transport over a MessageChannel, at whose other end a server answers each text with another. */
export function overPorts(answer: (text: string) => Promise<string>): RpcTransport {
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = async ({ data }: MessageEvent<string>) => {
    port2.postMessage(await answer(data));
  };
  return {
    // The probe makes one call at a time, so that an answer is the next message.
    execute: (request) =>
      new Promise((resolve) => {
        port1.onmessage = ({ data }: MessageEvent<string>) =>
          resolve(decode(data) as BatchResponse);
        port1.postMessage(encode(request));
      }),
    disconnect: () => port1.close(),
    setKeepAlive: () => undefined,
  };
}
