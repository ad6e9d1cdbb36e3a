/** kkrpc between processes, both sides of it: over stdio by the adapter of each runtime, and over a WebSocket. */
import {
  BunIo,
  DenoIo,
  NodeIo,
  RPCChannel,
  WebSocketClientIO,
  WebSocketServerIO,
  type IoInterface,
} from 'kkrpc';
import type { Meter } from '../../../core/plan/index.ts';
import { Pending } from '../../../wire/links/pending.ts';
import { meterSockets } from '../../../wire/links/link.ts';
import { meterStreams } from '../../../wire/links/stdio.ts';
import { callsOf, operationsByName, type Remote } from '../../../wire/peers/operations.ts';
import { functionsOf } from '../../../wire/peers/service.ts';
import {
  type ProcessSystem,
  type ServedProcess,
  serveSockets,
} from '../../../wire/processes/connect.ts';

/** The client’s adapter makes its socket of the class that there is, and keeps it for itself. */
function socketTo(url: string, meter: Meter): WebSocketClientIO {
  const Plain = globalThis.WebSocket;
  globalThis.WebSocket = meterSockets(Plain, meter) as typeof WebSocket;
  try {
    return new WebSocketClientIO({ url });
  } finally {
    globalThis.WebSocket = Plain;
  }
}

/** The adapter for Node’s streams is the one that is documented for any runtime that starts a process. */
function streamsOf({ stdin, stdout }: ServedProcess['process'], meter: Meter): NodeIo {
  meterStreams(stdout, stdin, meter);
  return new NodeIo(stdout, stdin);
}

/** With the defaults of the library. */
export const open: ProcessSystem['open'] = ({ process, address, ended }, meter, transport) => {
  const io: IoInterface & { destroy?: () => void } =
    transport === 'websocket' ? socketTo(address, meter) : streamsOf(process, meter);
  const channel = new RPCChannel<object, Remote>(io);
  const call = callsOf(channel.getAPI());
  // The library leaves calls pending for ever once the other side is gone.
  const pending = new Pending();
  const { settle } = pending;
  const end = (how: string) => pending.end(new Error(how));
  void ended.then(end);
  const byName = operationsByName((...args) => settle(() => call(...args)));
  let underWay = 0;
  const callBack = async (count: number): Promise<number> => {
    underWay += 1;
    const calls = await byName.calledBack(count);
    underWay -= 1;
    // The library’s documentation advises this if many functions are handed over.
    if (underWay === 0) channel.freeCallbacks();
    return calls;
  };
  return {
    operations: { ...byName, calledBack: (count) => settle(() => callBack(count)) },
    close() {
      end('the connection is closed');
      io.destroy?.();
    },
  };
};

declare const Bun: { stdin: { stream(): ReadableStream<Uint8Array> } };
declare const Deno: { stdin: { readable: ReadableStream<Uint8Array> } };

/** The adapter of this runtime, see the library’s documentation. */
function ownStreams(): IoInterface {
  if ('Bun' in globalThis) return new BunIo(Bun.stdin.stream());
  if ('Deno' in globalThis) return new DenoIo(Deno.stdin.readable);
  return new NodeIo(process.stdin, process.stdout);
}

/** Serves WebSockets by the package `ws`, which the library documents for all runtimes. */
export const serve: ProcessSystem['serve'] = (service, transport) => {
  const serveOver = (io: IoInterface) => void new RPCChannel(io, { expose: functionsOf(service) });
  if (transport === 'stdio') return serveOver(ownStreams());
  return serveSockets((socket) => serveOver(new WebSocketServerIO(socket)));
};
