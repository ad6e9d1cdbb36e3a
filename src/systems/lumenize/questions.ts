import type { ByHand, ProbeApi } from '../../questions/kit.ts';
import type { BenchProbed } from '../../questions/probed.ts';
import { answers, fail, partly } from '../../questions/outcome.ts';
import { logRequests, logSockets } from '../../links/traffic.ts';
import { hibernating } from '../system.ts';
import type { Library } from './client.ts';
import * as own from './rpc/client.ts';
import { decode, encode } from './rpc/protocol/codec.ts';
import { answerFrame } from './rpc/server/answer.ts';
import { http } from './system.ts';

type Answer = (target: object, text: string) => Promise<string>;

/**
 * How one of the two libraries is asked.
 *
 * @param answer answers a text by its server half, beside its client
 * @param fails what it fails besides what both do
 * @param byHand what differs of frames written by hand
 */
export function probedBy(
  system: string,
  library: Library,
  answer: Answer,
  fails: BenchProbed['fails'],
  byHand: Partial<ByHand> = {},
): BenchProbed {
  const clientOf = (options: Parameters<Library['createRpcClient']>[0]) =>
    library.createRpcClient(options) as ProbeApi;
  return {
    fails: {
      values: 'minus-zero blob stream',
      references: 'callback back onwards',
      direction: 'symmetric progress stream',
      batching: 'side-by-side',
      transports: 'get workers-rpc',
      loss: 'cancel',
      disposal: 'after-close',
      ...fails,
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
          const transport = library.createHttpTransport(http.name, link.object, {
            ...options,
            fetch,
          });
          return { api: clientOf({ transport }), requests };
        },
        byHand: { ...framesOf(system), ...byHand },
      };
    },
    skipped: {
      'disposal-reference disposal-connection':
        'The server holds nothing for a client: a reference is the path to it, taken anew by each call.',
      'security-guess':
        'There are no numbers to guess: a reference is the path to it, which anyone may take who may call.',
    },
    own: {
      async 'transports-message-port'() {
        const adder = { add: (a: number, b: number) => a + b };
        using client = clientOf({ transport: overPorts((text) => answer(adder, text)) });
        const { result, detail } = await answers(() => client.add(2, 3), 5);
        return result === 'pass'
          ? partly(`${detail}, through a transport of one’s own: the package has none for it`)
          : fail(detail);
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
function overPorts(answer: (text: string) => Promise<string>): own.RpcTransport {
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = async ({ data }: MessageEvent<string>) => {
    port2.postMessage(await answer(data));
  };
  return {
    // The question makes one call at a time, so that an answer is the next message.
    execute: (request) =>
      new Promise((resolve) => {
        port1.onmessage = ({ data }: MessageEvent<string>) =>
          resolve(decode(data) as own.BatchResponse);
        port1.postMessage(encode(request));
      }),
    disconnect: () => port1.close(),
    setKeepAlive: () => undefined,
  };
}

const answerHere: Answer = async (target, text) =>
  (await answerFrame({ target, publicMethods: ['add'] }, text, undefined)).text;

export const probed: BenchProbed = probedBy('lumenize', own, answerHere, {
  pipelining: 'map',
  security: 'types amplification',
});
