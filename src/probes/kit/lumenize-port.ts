import type { Transport } from '../../../bench-workers/systems/lumenize/rpc/client.ts';
import { readServerMessage } from '../../../bench-workers/systems/lumenize/rpc/client/transport.ts';
import { answerFrame } from '../../../bench-workers/systems/lumenize/rpc/server/answer.ts';

const TYPE = '__rpc';

/** A transport of Lumenize RPC over a MessageChannel, with the server at its other end. */
export class MessagePortTransport implements Transport {
  readonly type = TYPE;
  readonly timeoutMs = 2_000;
  readonly #port: MessagePort;
  #listener: Parameters<Transport['listen']>[0] | undefined;

  constructor(
    clientPort: MessagePort,
    serverPort: MessagePort,
    target: object,
    publicMethods: readonly string[],
  ) {
    this.#port = clientPort;
    serverPort.onmessage = async ({ data }: MessageEvent<string>) => {
      serverPort.postMessage((await answerFrame({ target, publicMethods }, data, TYPE)).text);
    };
    clientPort.onmessage = ({ data }: MessageEvent<string>) => {
      const message = readServerMessage(data, TYPE);
      if ('results' in message) this.#listener?.onResults(message.results, data);
    };
  }
  connect(): Promise<void> {
    return Promise.resolve();
  }
  send(text: string): void {
    this.#port.postMessage(text);
  }
  listen(listener: Parameters<Transport['listen']>[0]): void {
    this.#listener = listener;
  }
  close(): void {
    this.#port.close();
  }
}
