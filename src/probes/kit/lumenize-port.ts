import type { BatchResponse, RpcTransport } from '../../systems/lumenize/rpc/client.ts';
import { decode, encode } from '../../systems/lumenize/rpc/protocol/codec.ts';
import { answerFrame } from '../../systems/lumenize/rpc/server/answer.ts';

/** A transport of Lumenize RPC over a MessageChannel, with the server at its other end. */
export function messagePortTransport(
  { port1, port2 }: MessageChannel,
  target: object,
  publicMethods: readonly string[],
): RpcTransport {
  port2.onmessage = async ({ data }: MessageEvent<string>) => {
    port2.postMessage((await answerFrame({ target, publicMethods }, data, undefined)).text);
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
