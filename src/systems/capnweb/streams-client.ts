import { newWebSocketRpcSession, type RpcStub, type RpcTarget } from 'capnweb';
import { openSocket } from '../../links/open.ts';
import type { BenchConnect } from '../../links/options.ts';
import { socketAddress } from '../system.ts';
import {
  itemsOf,
  type Received,
  Receiving,
  type Shape,
  type StreamOperations,
} from '../../service/items.ts';
import { streams } from '../../places/streams/list.ts';

/** What a client calls item by item. */
interface SinkApi extends RpcTarget {
  take(item: string): void;
  received(): Received;
}

/** The server’s target. */
interface StreamApi extends RpcTarget {
  down(shape: Shape): ReadableStream<string>;
  up(shape: Shape, items: ReadableStream<string>): Received;
  downTo(shape: Shape, take: (item: string) => void): void;
  sink(shape: Shape): SinkApi;
  passed(): number;
}

/** A session whose streams go as streams, or as calls of a function that the other end was handed. */
export function connect(arm: string): BenchConnect<StreamOperations> {
  return async (options) => {
    const socket = await openSocket(
      new options.WebSocketClass(socketAddress(streams, arm, options)),
    );
    const target = newWebSocketRpcSession<StreamApi>(socket);
    return {
      operations: {
        ...(arm === 'capnweb-stream' ? byStreams(target) : byFunctions(target)),
        passed: () => target.passed(),
      },
      close() {
        target[Symbol.dispose]();
        socket.close();
      },
    };
  };
}

type Ways = Pick<StreamOperations, 'down' | 'up'>;

function byStreams(target: RpcStub<StreamApi>): Ways {
  return {
    async down(shape) {
      const items = (await target.down(shape)) as unknown as ReadableStream<string>;
      return new Receiving(shape).all(chunksOf(items));
    },
    up: (shape) => target.up(shape, streamOf(itemsOf(shape))),
  };
}

function byFunctions(target: RpcStub<StreamApi>): Ways {
  return {
    async down(shape) {
      const receiving = new Receiving(shape);
      await target.downTo(shape, (item) => receiving.take(item));
      return receiving.received();
    },
    async up(shape) {
      // A promise of it will do: what is called on it needs no round trip of its own.
      using sink = target.sink(shape);
      // A call is given up at once, so that the server keeps no result of it.
      for (const item of itemsOf(shape)) sink.take(item)[Symbol.dispose]();
      return await sink.received();
    },
  };
}

/** Not every browser iterates a stream, or makes one of what can be iterated. */
async function* chunksOf<Chunk>(stream: ReadableStream<Chunk>): AsyncGenerator<Chunk, void> {
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

function streamOf<Chunk>(chunks: Iterator<Chunk, unknown>): ReadableStream<Chunk> {
  return new ReadableStream({
    pull(controller) {
      const { done, value } = chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
  });
}
