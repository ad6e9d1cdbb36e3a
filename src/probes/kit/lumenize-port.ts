import type { Transport } from '../../../bench-workers/systems/lumenize/rpc/client.ts';
import { readServerMessage } from '../../../bench-workers/systems/lumenize/rpc/client/transport.ts';
import { answerFrame } from '../../../bench-workers/systems/lumenize/rpc/server/answer.ts';

const TYPE = '__rpc';

/** A transport of Lumenize RPC over a MessageChannel, with the server at its other end. */
export function messagePortTransport(
  { port1, port2 }: MessageChannel,
  target: object,
  publicMethods: readonly string[],
): Transport {
  port2.onmessage = async ({ data }: MessageEvent<string>) => {
    port2.postMessage((await answerFrame({ target, publicMethods }, data, TYPE)).text);
  };
  return {
    type: TYPE,
    timeoutMs: 2_000,
    connect: () => Promise.resolve(),
    send: (text) => void port1.postMessage(text),
    listen(listener) {
      port1.onmessage = ({ data }: MessageEvent<string>) => {
        const message = readServerMessage(data, TYPE);
        if ('results' in message) listener.onResults(message.results, data);
      };
    },
    close: () => port1.close(),
  };
}
