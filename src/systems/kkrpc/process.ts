/** kkrpc between processes, both sides of it: over stdio by the adapter of each runtime, and over a WebSocket. */
import {
  BunIo,
  DenoIo,
  type IoInterface,
  NodeIo,
  RPCChannel,
  WebSocketClientIO,
  WebSocketServerIO,
} from 'kkrpc';
import { Pending } from '../../links/pending.ts';
import {
  callsOf,
  operationsByName,
  type PeerOperations,
  type Remote,
} from '../../places/peers/operations.ts';
import { functionsOf, type PeerService } from '../../places/peers/service.ts';
import { serveSockets, thisRuntime, type Transport } from '../../places/processes/transport.ts';
import { meterSockets } from '../../links/socket.ts';
import { meterStreams } from '../../links/stdio.ts';

declare const Bun: { stdin: { stream(): ReadableStream<Uint8Array> } };
declare const Deno: { stdin: { readable: ReadableStream<Uint8Array> } };

/** A caller over any of its adapters, with its defaults; `end` takes a sentence, of which the first counts. */
function callOver(io: IoInterface) {
  const channel = new RPCChannel<object, Remote>(io);
  const call = callsOf(channel.getAPI());
  const pending = new Pending();
  const { settle } = pending;
  const byName = operationsByName((...args) => settle(() => call(...args)));
  let underWay = 0;

  const callBack = async (count: number): Promise<number> => {
    underWay += 1;
    const calls = await byName.calledBack(count);
    underWay -= 1;
    // As the library’s documentation advises where many functions are handed over.
    if (underWay === 0) channel.freeCallbacks();
    return calls;
  };
  const operations: PeerOperations = {
    ...byName,
    calledBack: (count) => settle(() => callBack(count)),
  };
  return { operations, end: (how: string) => pending.end(new Error(how)) };
}

/** Serves over any of its adapters. */
function serveOver(io: IoInterface, service: PeerService): void {
  new RPCChannel(io, { expose: functionsOf(service) });
}

/** Each runtime’s own adapter, as the library’s documentation has it. */
const stdioOf = {
  node: () => new NodeIo(process.stdin, process.stdout),
  bun: () => new BunIo(Bun.stdin.stream()),
  deno: () => new DenoIo(Deno.stdin.readable),
};

/** Over the pipes of a child process: its caller uses the adapter for Node’s streams in every runtime, as documented. */
const stdio: Transport = {
  open({ process: { stdin, stdout }, ended }, meter) {
    meterStreams(stdout, stdin, meter);
    const { operations, end } = callOver(new NodeIo(stdout, stdin));
    void ended.then(end);
    return { operations, close: () => end('the connection is closed') };
  },
  serve: (service) => serveOver(stdioOf[thisRuntime()](), service),
};

/** With the class that the runtime has. The adapter waits for the socket to open before it sends. */
const websocket: Transport = {
  open({ address: url }, meter) {
    const Plain = globalThis.WebSocket;
    let end: (how: string) => void = () => undefined;
    // The adapter takes the class that there is, and keeps its socket for itself.
    globalThis.WebSocket = meterSockets(Plain, {
      count: (way, data) => meter.count(way, data),
      opened: (extensions) => meter.opened(extensions),
      lost(how) {
        end(how);
        meter.lost(how);
      },
    }) as typeof WebSocket;
    let io: WebSocketClientIO;
    try {
      io = new WebSocketClientIO({ url });
    } finally {
      globalThis.WebSocket = Plain;
    }
    const caller = callOver(io);
    ({ end } = caller);
    return {
      operations: caller.operations,
      close() {
        end('the connection is closed');
        io.destroy();
      },
    };
  },
  /** A server of the package `ws`, as the library’s documentation has it for all runtimes. */
  serve: (service) => serveSockets((socket) => serveOver(new WebSocketServerIO(socket), service)),
};

export const transports = { stdio, websocket };
