import {
  newHttpBatchRpcSession,
  newWebSocketRpcSession,
  type RpcStub,
  type RpcTarget,
} from 'capnweb';
import { type Link, linkTo, requestsOver } from '../../../wire/links/link.ts';
import { type Api, callMethod, type Client, plainApi } from '../../../wire/service/api.ts';
import {
  itemsOf,
  iterated,
  type Received,
  Receiving,
  type Shape,
  streamed,
} from '../../../wire/service/items.ts';
import { BESIDE_EVENTS, EVENTS, HTTP_BATCH, STREAM } from './system.ts';

/** The server’s targets by their interface: the methods that clients call in the library’s own idiom. */
interface ServiceApi extends RpcTarget {
  increment(amount: number): number;
  add(a: number, b: number): number;
  ids(first: number): number[];
  nameOf(id: number): string;
  cursor(): CursorApi;
  down(shape: Shape): ReadableStream<string>;
  up(shape: Shape, items: ReadableStream<string>): Received;
  downTo(shape: Shape, take: (item: string) => void): void;
  sink(shape: Shape): SinkApi;
}

/** A cursor, which is passed by reference. */
interface CursorApi extends RpcTarget {
  next(): CursorApi;
  position(): number;
}

/** A stream to the server that is called item by item. */
interface SinkApi extends RpcTarget {
  take(item: string): void;
  received(): Received;
}

type Stub = RpcStub<ServiceApi>;

/** A session whose main object is the service. */
export function open(link: Link): Promise<Client> {
  if (link.arm === BESIDE_EVENTS) return besideEvents(link);
  return link.arm === HTTP_BATCH ? Promise.resolve(overHttp(link)) : overSocket(link);
}

/** One session over one socket; disposing the stub closes it. */
async function overSocket(link: Link): Promise<Client> {
  const socket = await link.socket();
  const stub = newWebSocketRpcSession<ServiceApi>(socket);
  const streams = link.arm === STREAM ? byStreams(stub) : byFunctions(stub);
  return {
    operations: operationsOf(() => stub, streams),
    unansweredPrefix: '["release",',
    close() {
      stub[Symbol.dispose]();
      socket.close();
    },
  };
}

/** One session, and so one request, for all the calls of one tick. There is nothing to open. */
function overHttp(link: Link): Client {
  const { address, fetch, close } = requestsOver(link);
  let current: Stub | undefined;
  const stubOfThisTick = (): Stub => {
    if (current !== undefined) return current;
    current = batchSession(address, fetch);
    queueMicrotask(() => (current = undefined));
    return current;
  };
  return { operations: operationsOf(stubOfThisTick), close };
}

/** Batches beside a socket for events. The object can sleep, because no session stays open and the socket hibernates. */
async function besideEvents(link: Link): Promise<Client> {
  const events = await linkTo({ system: 'capnweb', arm: EVENTS }, link).socket();
  const batches = overHttp(link);
  return { ...batches, close: () => (batches.close(), events.close()) };
}

/** Key of the senders on the wrapped global fetch. All copies of this file share it, or each would wrap the other’s. */
const SENDERS = Symbol.for('roundtrip.senders');
type Senders = WeakMap<Request, typeof fetch>;

/** The senders of the global fetch, which is wrapped once and passes on every request that has none. */
function sendersOf(global: typeof fetch & { [SENDERS]?: Senders }): Senders {
  const known = global[SENDERS];
  if (known !== undefined) return known;
  const senders: Senders = new WeakMap();
  const dispatch: typeof fetch = (input, init) => {
    const send = input instanceof Request ? senders.get(input) : undefined;
    if (send === undefined) return global.call(globalThis, input, init);
    // The sender may call the global fetch in turn.
    senders.delete(input as Request);
    return send(input, init);
  };
  globalThis.fetch = Object.assign(dispatch, { [SENDERS]: senders });
  return senders;
}

/** Makes a session of one batch whose request goes by this fetch: the library calls the global one. */
function batchSession(address: string, send: typeof fetch): Stub {
  const request = new Request(address, { method: 'POST' });
  sendersOf(globalThis.fetch).set(request, send);
  return newHttpBatchRpcSession<ServiceApi>(request);
}

/** Calls on the stub of the service that is valid now. */
function operationsOf(stub: () => Stub, streams?: Streams): Api {
  return plainApi((method, args) => callMethod(stub(), method, args), {
    async chain() {
      using start = stub().cursor();
      using next = start.next();
      return await next.position();
    },
    async nested() {
      using first = stub().increment(1);
      using second = stub().increment(1);
      return await stub().add(first, second);
    },
    async mapped(first) {
      using ids = stub().ids(first);
      return await ids.map((id) => stub().nameOf(id));
    },
    ...streams,
  });
}

type Streams = Pick<Api, 'down' | 'up'>;

/** Streams as the library passes them. */
function byStreams(stub: Stub): Streams {
  return {
    async down(shape) {
      const items = (await stub.down(shape)) as ReadableStream<unknown>;
      return new Receiving(shape).all(iterated(items));
    },
    up: (shape) => stub.up(shape, streamed(itemsOf(shape).values())),
  };
}

/** Streams as calls of a function that the other end was handed. */
function byFunctions(stub: Stub): Streams {
  return {
    async down(shape) {
      const receiving = new Receiving(shape);
      await stub.downTo(shape, (item) => receiving.take(item));
      return receiving.received();
    },
    async up(shape) {
      // A promise of it will do: what is called on it needs no round trip of its own.
      using sink = stub.sink(shape);
      // A call is given up at once, so that the server keeps no result of it.
      for (const item of itemsOf(shape)) sink.take(item)[Symbol.dispose]();
      return await sink.received();
    },
  };
}
