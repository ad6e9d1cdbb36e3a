/** kkrpc over streams and to a worker, by the adapters of each runtime, with its defaults. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BunIo, DenoIo, NodeIo, WorkerParentIO } from 'kkrpc';
import {
  announce,
  thisRuntime,
  type Transport,
  type TransportWithin,
} from '../../places/processes/service.ts';
import { meterStreams } from '../../places/processes/streams.ts';
import { callOver, serveOver } from './process-calls.ts';

declare const Bun: { stdin: { stream(): ReadableStream<Uint8Array> } };
declare const Deno: { stdin: { readable: ReadableStream<Uint8Array> } };

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
    const { operations, end } = callOver(new NodeIo(stdout, stdin), ended);
    return Promise.resolve({ operations, close: () => end('the connection is closed') });
  },
  serve: (service) => serveOver(stdioOf[thisRuntime()](), service),
};

/** Over a Unix socket: the library has no adapter of that name, but NodeIo takes any pair of streams, and a socket is both. */
const unix: Transport = {
  async open(server, meter) {
    const socket = createConnection(await server.listening());
    await server.before(once(socket, 'connect'));
    meterStreams(socket, socket, meter);
    const { operations, end } = callOver(new NodeIo(socket, socket), server.ended);
    return {
      operations,
      close() {
        end('the connection is closed');
        socket.destroy();
      },
    };
  },
  async serve(service) {
    const folder = mkdtempSync(join(tmpdir(), 'roundtrip-'));
    const path = join(folder, 'socket');
    const server = createServer((socket) => {
      // Nobody else is to connect, and a process that is killed cannot tidy up.
      rmSync(folder, { recursive: true, force: true });
      serveOver(new NodeIo(socket, socket), service);
    });
    await new Promise<void>((resolve) => server.listen(path, resolve));
    announce(path);
  },
};

/** To a thread of this process: a worker as browsers, Bun and Deno have it. */
const worker: TransportWithin = {
  openWithin(meter) {
    const thread = new Worker(new URL('process-worker.ts', import.meta.url), { type: 'module' });
    const post = thread.postMessage.bind(thread);
    thread.postMessage = (message: string) => {
      meter.count('out', message);
      post(message);
    };
    thread.addEventListener('message', ({ data }: MessageEvent<string>) => meter.count('in', data));
    const { operations, end } = callOver(new WorkerParentIO(thread));
    thread.addEventListener('error', ({ message }) => meter.lost(`the worker failed: ${message}`));
    return Promise.resolve({
      operations,
      close() {
        end('the connection is closed');
        thread.terminate();
      },
    });
  },
};

/** Those over a network bring more with them, which would count as memory of the others. */
const overNetwork = (name: keyof (typeof import('./process-web.ts'))['transports']) => async () =>
  (await import('./process-web.ts')).transports[name];

export const transports = {
  ...{ stdio, unix, worker },
  websocket: overNetwork('websocket'),
  'one-process-websocket': overNetwork('one-process-websocket'),
  http: overNetwork('http'),
};
