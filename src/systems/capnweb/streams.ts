import { newWebSocketRpcSession, type RpcStub, RpcTarget } from 'capnweb';
import { limits } from '../../../bench-workers/limits.ts';
import type { StreamServer } from '../../../bench-workers/probes/server.ts';
import type { StreamService } from '../../../bench-workers/streams/service.ts';
import type { Received, Receiving } from '../../service/items.ts';
import { CapnwebSession } from './check.ts';

/** What a client calls item by item. */
class Sink extends RpcTarget {
  readonly #taking: Receiving;

  constructor(taking: Receiving) {
    super();
    this.#taking = taking;
  }

  take(item: unknown): void {
    this.#taking.take(item);
  }

  received(): Received {
    return this.#taking.received();
  }
}

/** Streams as the library passes them, and functions in their place. */
class StreamTarget extends RpcTarget {
  readonly #streams: StreamService;

  constructor(streams: StreamService) {
    super();
    this.#streams = streams;
  }

  down(asked: unknown): ReadableStream<string> {
    const items = this.#streams.down(asked, true);
    return new ReadableStream<string>({
      async pull(controller) {
        const { done, value } = await items.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await items.return()),
    });
  }

  up(asked: unknown, items: ReadableStream<string>): Promise<Received> {
    return this.#streams.up(asked, items);
  }

  /** Calls a function with each item. Nobody waits for what it returns. */
  async downTo(asked: unknown, take: RpcStub<(item: string) => void>): Promise<void> {
    const items = this.#streams.down(asked);
    take.onRpcBroken(() => void items.return());
    for await (const item of items) take(item)[Symbol.dispose]();
  }

  async sink(asked: unknown): Promise<Sink> {
    return new Sink(await this.#streams.take(asked));
  }

  passed(): number {
    return this.#streams.passed();
  }
}

/** What a stream waits for ends with it, and nothing of it is kept: a socket’s own limits are enough. */
const { messages, bytes } = limits.socket;

export const streamServer: StreamServer = {
  open: (_request, { upgrade, acceptInMemory, streams }) =>
    upgrade((socket) => {
      acceptInMemory(socket, new CapnwebSession({ results: messages, bytes }).check);
      newWebSocketRpcSession(socket, new StreamTarget(streams));
    }),
};
