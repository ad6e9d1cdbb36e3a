/** Lumenize’s protocol without a client of it: for the probes of both of its implementations. */
import type { ByHand } from '../../places/bench/probe.ts';
import type { BatchResponse, RpcTransport } from './rpc/client.ts';
import { decode, encode } from './rpc/protocol/codec.ts';

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
